import { wrapWords } from '../../base/wrap-words.ts';
import type { CreateRequest, Template } from '../../client/wire.ts';
import { mergeRows, type Wins } from '../../engine/rent/template-merge.ts';

const winners: Readonly<Record<Wins, string>> = {
  form: 'yours',
  template: 'template',
  both: 'merged',
  ignored: 'ignored',
};
const winnerCells = 10;
/** What is said of a value has this much room at least; it goes on under itself. */
const leastText = 16;

/** What becomes of each thing that a template brings, in aligned lines of `cells` cells. */
export function mergeLines(template: Template, body: CreateRequest, cells: number): string[] {
  const rows = mergeRows(template, body);
  if (rows.length === 0) return ['The template says nothing that is known.'];
  const nameCells = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const room = Math.max(leastText, cells - nameCells - winnerCells);
  return rows.flatMap(({ name, wins, text }) =>
    wrapWords(text, room).map((line, index) =>
      index === 0
        ? `${name.padEnd(nameCells)}${winners[wins].padEnd(winnerCells)}${line}`
        : `${' '.repeat(nameCells + winnerCells)}${line}`,
    ),
  );
}
