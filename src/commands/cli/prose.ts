import { width } from '../../base/cells.ts';
import { wrapWords } from '../../base/wrap-words.ts';

/** With less room than this beside its margin, a text is better left to the terminal. */
const leastRoom = 20;

/** What stands before a text and is not repeated under it: a margin, and the number of a choice. */
const beginning = /^ *(?:\d+ {2})?/;

/**
 * Prose as a terminal of so many cells shows it whole: broken between words, and under where it begins. What fits
 * stands as it was given; so does a word that is too long (a path, an address), which can then be copied in one piece.
 * What a no-break space keeps together shows with a plain one.
 */
export function inLines(text: string, cells: number): string {
  return text
    .split('\n')
    .map((line) => lineInLines(line, cells))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

function lineInLines(line: string, cells: number): string {
  if (width(line) <= cells) return line;
  const [begins = ''] = beginning.exec(line) ?? [];
  const room = cells - width(begins);
  if (room < leastRoom) return line;
  return wrapWords(line.slice(begins.length), room, { whole: true })
    .map((part, index) => `${index === 0 ? begins : ' '.repeat(begins.length)}${part}`)
    .join('\n');
}
