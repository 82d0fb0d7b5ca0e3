import { width } from './cells.ts';
import { type Part, type Parts, partsWidth, partText } from './parts.ts';
import { wrapWords } from './wrap-words.ts';

/**
 * A line that is too wide, broken so that nothing of it is lost: a part alone at ` · `, a line of several between two
 * of them, and what is too wide by itself between its words.
 */
export function wrapParts(parts: Parts, columns: number): Parts[] {
  if (partsWidth(parts) <= columns) return [parts];
  const [first] = parts;
  const whole = parts.length === 1 && first !== undefined ? atDots(first) : parts;
  const lines: Part[][] = [[]];
  for (const piece of whole.flatMap((one) => (fits(one, columns) ? [one] : byWords(one, columns)))) {
    const line = lines.at(-1) as Part[];
    if (line.length === 0 || partsWidth([...line, piece]) <= columns) line.push(piece);
    else lines.push([withText(piece, partText(piece).replace(/^ (· )?\s*/, ''))]);
  }
  return lines;
}

const atDots = (part: Part): Part[] =>
  partText(part)
    .split(' · ')
    .map((piece, index) => withText(part, index === 0 ? piece : ` · ${piece}`));

/** What goes to a line of its own loses the dot before it. */
const fits = (part: Part, columns: number): boolean =>
  width(partText(part).replace(/^ (· )?\s*/, '')) <= columns;

/** Each line begins with the blank that stands between words, which is dropped where it begins a line. */
const byWords = (part: Part, columns: number): Part[] =>
  wrapWords(partText(part), columns - 1).map((line, index) =>
    withText(part, index === 0 && !partText(part).startsWith(' ') ? line : ` ${line}`),
  );

const withText = (part: Part, text: string): Part => (typeof part === 'string' ? text : [text, part[1]]);
