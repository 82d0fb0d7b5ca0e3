import { width } from './cells.ts';
import { type Part, type Parts, partsWidth, partText } from './parts.ts';
import { wrapWords } from './wrap-words.ts';

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
