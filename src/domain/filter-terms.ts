/** A term of the row filter as it was typed. Places count UTF-16 units of the text. */
export type FilterTerm = {
  at: number;
  negated: boolean;
  /** Index into the columns; any shown column when absent. */
  column?: number;
  match:
    | { kind: 'word'; text: string }
    | { kind: 'regex'; source: string }
    | { kind: 'compare'; op: CompareOp; operand: string };
};
export type CompareOp = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type FilterError = { ok: false; at: number; reason: string };

/** Longer filters are refused: they are run over every row at every key. */
export const MAX_FILTER_LENGTH = 200;

const ops: Readonly<Record<string, CompareOp>> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '==': '=',
  '!=': '!=',
};

// A word, `"two words"`, or `/a regex/` up to a slash that ends its term.
const operand = /"([^"]*)"|\/((?:\\.|[^\\/]|\/(?!\s|$))+)\/(?=\s|$)|(\S+)/y;

type Read = { ok: true; term: FilterTerm } | FilterError;

function wordOrRegex(text: string, at: number): { match: FilterTerm['match']; end: number } | FilterError {
  operand.lastIndex = at;
  const [, quoted, source, bare] = operand.exec(text) ?? [];
  const end = operand.lastIndex;
  if (source !== undefined) return { match: { kind: 'regex', source }, end };
  const word = quoted ?? bare;
  if (word === undefined) return { ok: false, at, reason: 'a word is missing' };
  if (quoted === undefined && word.startsWith('/') && word.length > 1) {
    return { ok: false, at, reason: 'a regular expression ends with /' };
  }
  return { match: { kind: 'word', text: word }, end };
}

function readTerm(text: string, at: number, columnIndex: (name: string) => number): Read & { end?: number } {
  const negated = text[at] === '!' && /\S/.test(text[at + 1] ?? '');
  const start = negated ? at + 1 : at;
  const head = /([^\s:<>=!"/][^\s:<>=!"]*)(:|[<>]=?|==?|!=)(?=\S)/y;
  head.lastIndex = start;
  const [, name = '', sign = ''] = head.exec(text) ?? [];
  const column = name === '' ? -1 : columnIndex(name);
  const op = Object.hasOwn(ops, sign) ? ops[sign] : undefined;
  // Only a colon may be part of a word: image tags and addresses have them.
  if (op !== undefined && column < 0) return { ok: false, at: start, reason: `no column ${name} is shown` };
  const rest = column < 0 ? start : start + name.length + sign.length;
  const read = wordOrRegex(text, rest);
  if ('ok' in read) return read;
  const place = { at, negated, ...(column < 0 ? {} : { column }) };
  if (op === undefined) return { ok: true, term: { ...place, match: read.match }, end: read.end };
  const typed = read.match.kind === 'word' ? read.match.text : text.slice(rest, read.end);
  if (op !== '=' && op !== '!=' && !Number.isFinite(Number(typed))) {
    return { ok: false, at: rest, reason: `${sign} compares numbers` };
  }
  return { ok: true, term: { ...place, match: { kind: 'compare', op, operand: typed } }, end: read.end };
}

/** Cuts a row filter into its terms, all of which a row has to meet. */
export function readFilterTerms(
  text: string,
  columnIndex: (name: string) => number,
): { ok: true; terms: FilterTerm[] } | FilterError {
  if (text.length > MAX_FILTER_LENGTH) {
    return {
      ok: false,
      at: MAX_FILTER_LENGTH,
      reason: `a filter has at most ${MAX_FILTER_LENGTH} characters`,
    };
  }
  const terms: FilterTerm[] = [];
  for (let at = text.search(/\S/); at >= 0 && at < text.length; ) {
    const read = readTerm(text, at, columnIndex);
    if (!read.ok) return read;
    terms.push(read.term);
    const end = read.end ?? text.length;
    const gap = text.slice(end).search(/\S/);
    at = gap < 0 ? text.length : end + gap;
  }
  return { ok: true, terms };
}
