import { type Part, type Parts, partsWidth, partText } from './parts.ts';

/** A line that is too wide, broken: text at ` · `, a line of several parts between two of them. */
export function wrapParts(parts: Parts, columns: number): Parts[] {
  if (partsWidth(parts) <= columns) return [parts];
  const [first] = parts;
  const pieces: readonly Part[] =
    parts.length === 1 && typeof first === 'string'
      ? first.split(' · ').map((piece, index) => (index === 0 ? piece : ` · ${piece}`))
      : parts;
  const lines: Part[][] = [[]];
  for (const piece of pieces) {
    const line = lines.at(-1) as Part[];
    if (line.length === 0 || partsWidth([...line, piece]) <= columns) line.push(piece);
    else lines.push([withText(piece, partText(piece).replace(/^ (· )?\s*/, ''))]);
  }
  return lines;
}

const withText = (part: Part, text: string): Part => (typeof part === 'string' ? text : [text, part[1]]);
