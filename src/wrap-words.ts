import { clusters, take, width } from './cells.ts';

/**
 * `text` on lines of at most `cells` cells, broken between words. Only a word that is wider is broken inside, or with
 * `whole` stands alone on a line that is too long.
 */
export function wrapWords(text: string, cells: number, { whole = false } = {}): string[] {
  const room = Math.max(1, cells);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (width(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!whole && width(line) > room) {
      // A cluster that is wider than the room stands alone, so that the loop ends.
      const head = take(line, room) || (clusters(line)[0] ?? line);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}
