import { width } from '../../base/cells.ts';
import type { Part, Parts } from '../../base/parts.ts';
import { signOf, wrapWords } from '../../base/wrap-words.ts';
import { partsWidth, partText } from './parts.ts';

/** A dot between two pieces, with the blanks around it; its twin where there is ASCII alone. */
const dots = / (?=[·|] )/;
/** What a piece loses where it begins a line. */
const lead = /^\s*([·|] )?\s*/;

/**
 * A line that is too wide, broken so that nothing of it is lost: a part alone at its dots, a line of several between two
 * of them, and what is too wide by itself between its words, on lines of its own.
 */
export function wrapParts(parts: Parts, columns: number): Parts[] {
  if (partsWidth(parts) <= columns) return [parts];
  const [first] = parts;
  const pieces = parts.length === 1 && first !== undefined ? atDots(first) : parts;
  const lines: Part[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    if (line !== undefined && partsWidth([...line, piece]) <= columns) {
      line.push(piece);
      continue;
    }
    const text = line === undefined ? partText(piece) : partText(piece).replace(lead, '');
    const broken = width(text) <= columns ? [text] : wrapWords(text, columns);
    lines.push(...broken.map((one) => [withText(piece, one)]));
  }
  return lines;
}

const atDots = (part: Part): Part[] =>
  partText(part)
    .split(dots)
    .map((piece, index) => withText(part, index === 0 ? piece : ` ${piece}`));

const withText = (part: Part, text: string): Part => (typeof part === 'string' ? text : [text, part[1]]);

/** As `wrapParts`; behind a sign that the line begins with, the further lines stand below its words. */
export function hungParts(parts: Parts, columns: number): Parts[] {
  const [first = '', ...others] = parts;
  const sign = signOf(partText(first));
  if (sign === '' || partsWidth(parts) <= columns) return wrapParts(parts, columns);
  const after = partText(first).slice(sign.length);
  const said = after === '' ? others : [withText(first, after), ...others];
  return wrapParts(said, columns - width(sign)).map((line, index) => [
    index === 0 ? withText(first, sign) : ' '.repeat(width(sign)),
    ...line,
  ]);
}

/** The last line of a paragraph takes at least this share of the room, where that costs no line more. */
const leastLast = 0.25;

/** As `hungParts`, without a word alone on the last line: those before it give way a little. */
export function evenParts(parts: Parts, columns: number): Parts[] {
  const lines = hungParts(parts, columns);
  const isShort = (some: readonly Parts[]) =>
    some.length > 1 && partsWidth(some.at(-1) ?? []) < columns * leastLast;
  if (!isShort(lines)) return lines;
  for (let room = columns - 1; room > columns * (1 - leastLast); room -= 1) {
    const even = hungParts(parts, room);
    if (even.length > lines.length) return lines;
    if (!isShort(even)) return even;
  }
  return lines;
}
