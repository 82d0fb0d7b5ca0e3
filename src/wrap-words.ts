import { clusters, take, width } from './cells.ts';

/** `text` in pieces of at most `cells` cells, wherever that breaks it: put together they are the text again. */
export function pieces(text: string, cells: number): string[] {
  const room = Math.max(1, cells);
  const found: string[] = [];
  let left = text;
  while (width(left) > room) {
    // A cluster that is wider than the room stands alone, so that the loop ends.
    const head = take(left, room) || (clusters(left)[0] ?? left);
    found.push(head);
    left = left.slice(head.length);
  }
  return [...found, left];
}

/**
 * `text` on lines of at most `cells` cells, broken between words. Only a word that is wider is broken inside, or with
 * `whole` stands alone on a line that is too long. A no-break space is none between words.
 */
export function wrapWords(text: string, cells: number, { whole = false } = {}): string[] {
  const room = Math.max(1, cells);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[^\S\u00a0]+/).filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (width(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    const broken = whole ? [line] : pieces(line, room);
    lines.push(...broken.slice(0, -1));
    line = broken.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}
