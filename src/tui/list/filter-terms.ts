import { closestName } from '../../base/closest-name.ts';
import { exampleOf, readShown, type ShownUnit } from './filter-units.ts';

/** A term of the row filter as it was typed. Places count UTF-16 units of the text. */
export type FilterTerm = {
  at: number;
  negated: boolean;
  /** Index into the columns; any shown column when absent. */
  column?: number;
  /** What stands before its colon is no column, and may be part of a word: what to say where no row holds that. */
  doubt?: string;
  match:
    | { kind: 'word'; text: string }
    | { kind: 'regex'; source: string }
    /** `figure` is the operand in the unit of its column; undefined for a text. */
    | { kind: 'compare'; op: CompareOp; operand: string; figure: number | undefined };
};
export type CompareOp = '>' | '>=' | '<' | '<=' | '=' | '!=';
/** Where a filter cannot be read: why, and what to do about it. */
export type FilterError = { ok: false; at: number; reason: string };
/** What terms can name: the names of each column, in small letters, and the unit of its figures. */
export type NamedColumn = { names: readonly string[]; unit?: ShownUnit | undefined };

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
  if (word === undefined) return { ok: false, at, reason: 'type a word behind it' };
  if (quoted === undefined && word.startsWith('/') && word.length > 1) {
    return { ok: false, at, reason: 'end the regular expression with /' };
  }
  return { match: { kind: 'word', text: word }, end };
}

/** That there is no such column, and the name that was meant. */
function noColumn(name: string, columns: readonly NamedColumn[]): string {
  const near = closestName(
    name,
    columns.flatMap(({ names }) => names),
  );
  const way = near === undefined ? 'the heads have the names' : `did you mean ${near}?`;
  return `no column ${name} is shown: ${way}`;
}

function readTerm(text: string, at: number, columns: readonly NamedColumn[]): Read & { end?: number } {
  const negated = text[at] === '!' && /\S/.test(text[at + 1] ?? '');
  const start = negated ? at + 1 : at;
  const head = /([^\s:<>=!"/][^\s:<>=!"]*)(:|[<>]=?|==?|!=)(?=\S)/y;
  head.lastIndex = start;
  const [, name = '', sign = ''] = head.exec(text) ?? [];
  const column = columns.findIndex(({ names }) => name !== '' && names.includes(name.toLowerCase()));
  const op = Object.hasOwn(ops, sign) ? ops[sign] : undefined;
  // Only a colon may be part of a word: image tags and addresses have them.
  if (op !== undefined && column < 0) return { ok: false, at: start, reason: noColumn(name, columns) };
  const rest = column < 0 ? start : start + name.length + sign.length;
  const read = wordOrRegex(text, rest);
  if ('ok' in read) return read;
  const doubt = sign === ':' && column < 0 ? { doubt: noColumn(name, columns) } : {};
  const place = { at, negated, ...(column < 0 ? doubt : { column }) };
  if (op === undefined) return { ok: true, term: { ...place, match: read.match }, end: read.end };
  const operand = read.match.kind === 'word' ? read.match.text : text.slice(rest, read.end);
  const unit = columns[column]?.unit;
  const number = unit === undefined ? Number(operand) : (readShown(operand, unit) ?? Number.NaN);
  const figure = Number.isFinite(number) ? number : undefined;
  if (figure === undefined && op !== '=' && op !== '!=') {
    return { ok: false, at: rest, reason: `${sign} needs a figure, as in ${name}${sign}${exampleOf(unit)}` };
  }
  return { ok: true, term: { ...place, match: { kind: 'compare', op, operand, figure } }, end: read.end };
}

/** Cuts a row filter into its terms, all of which a row has to meet. */
export function readFilterTerms(
  text: string,
  columns: readonly NamedColumn[],
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
    const read = readTerm(text, at, columns);
    if (!read.ok) return read;
    terms.push(read.term);
    const end = read.end ?? text.length;
    const gap = text.slice(end).search(/\S/);
    at = gap < 0 ? text.length : end + gap;
  }
  return { ok: true, terms };
}
