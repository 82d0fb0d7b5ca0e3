import { markedVerbatim, marks } from './spoken-marks.ts';
import { inWords } from './spoken-words.ts';

/** Longer texts are told by lines of their own, as a log is. */
const longest = 300;
/** Of a name that was cut for want of room this much stands at least. */
const leastOfCut = 8;
const deepest = 6;

/** Signs and letters that the deck itself puts between its words: by those no name could be told. */
const tooShort = /^[a-z·→…]$/i;

/** Whether something would be made of `name` when a line that holds it is told: `5m`, `$4/h`, `a  b`. */
const isChanged = (name: string): boolean =>
  [name, `a ${name} b`, `1 ${name} 1`].some((text) => inWords(text) !== text);

const known = new WeakMap<object, readonly string[]>();

/**
 * The texts within a record of the service or of the person that stand in a line as they are, whatever they look like:
 * only those of which something would be made else, which are few. A record is looked through once.
 */
export function outsideNames(record: unknown, depth = 0): readonly string[] {
  if (typeof record === 'string') {
    const name = record.trim();
    const isName = name !== '' && name.length <= longest && !tooShort.test(name);
    return isName && isChanged(name) ? [name] : [];
  }
  if (typeof record !== 'object' || record === null || depth > deepest) return [];
  const before = known.get(record);
  if (before !== undefined) return before;
  const inside = record instanceof Map ? [...record.values()] : Object.values(record);
  const found = [...new Set(inside.flatMap((value) => outsideNames(value, depth + 1)))];
  known.set(record, found);
  return found;
}

/** Names that look as the deck's own spans do. */
const spanLike = /^\d{1,4} ?[dhms]$/;
/** What stands around a span of the deck's own, and around no name in its sentences. */
const beforeSpan =
  /(?:(?<![\w.])\d{1,4}[dhms]|[≥≤→+]|\b(?:in|since|past|last|next|every|another|after|than|least|most|under|over|age|usual|up|late from|valid for|took)) ?$/;
const afterSpan =
  /^ ?(?:\d{1,4}[dhms](?![\w:/=-])|→|(?:ago|usual|left|old|more|longer|late|runway|each|at 0 %)\b)/;

/** A name that looks as a span does is one where no word beside it says that it is a time. */
const isSpan = (text: string, from: number, to: number): boolean =>
  spanLike.test(text.slice(from, to)) &&
  (beforeSpan.test(text.slice(0, from)) || afterSpan.test(text.slice(to)));

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether the piece of `text` is a word of its own, so that a label `5m` is not found in `15m` or in `1.5m`. */
function standsAlone(text: string, from: number, to: number): boolean {
  const [before = '', first = ''] = [text[from - 1], text[from]];
  const [last = '', after = ''] = [text[to - 1], text[to]];
  if (letterOrDigit.test(first) && (letterOrDigit.test(before) || /\d\.$/.test(text.slice(0, from))))
    return false;
  return !letterOrDigit.test(last) || !(letterOrDigit.test(after) || /^(?:\.\d|\/)/.test(text.slice(to)));
}

/** Where a name stands in `text`, the longest first; one that was cut counts up to its `…`. */
function* places(text: string, names: readonly string[]): Generator<readonly [from: number, to: number]> {
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      if (standsAlone(text, at, at + name.length) && !isSpan(text, at, at + name.length))
        yield [at, at + name.length];
  }
  for (let end = text.indexOf('…'); end >= 0; end = text.indexOf('…', end + 1)) {
    for (const name of names) {
      for (let long = Math.min(name.length, end); long >= leastOfCut; long -= 1)
        if (text.startsWith(name.slice(0, long), end - long)) yield [end - long, end];
    }
  }
}

/** `text` with each of `names` in it marked as somebody else's; what is marked already stays, and is not looked for again. */
export function markedNames(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  const pieces = text.split(marks.verbatim);
  const left = names
    .filter((name) => !pieces.some((piece, index) => index % 2 === 1 && piece === name))
    .toSorted((a, b) => b.length - a.length);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? markedVerbatim(piece) : marked(piece, left)))
    .join('');
}

function marked(text: string, names: readonly string[]): string {
  const taken: (readonly [number, number])[] = [];
  for (const [from, to] of places(text, names))
    if (taken.every(([low, high]) => to <= low || from >= high)) taken.push([from, to]);
  let out = '';
  let at = 0;
  for (const [from, to] of taken.toSorted(([a], [b]) => a - b)) {
    out += text.slice(at, from) + markedVerbatim(text.slice(from, to));
    at = to;
  }
  return out + text.slice(at);
}
