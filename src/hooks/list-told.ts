import { type Column, isTimed } from '../tui/list/columns.ts';
import type { ListView } from './use-list.ts';

type Told<Row> = {
  list: Pick<ListView<Row>, 'rows' | 'columns' | 'cursor' | 'state'>;
  /** The rows before the filter. */
  all: readonly Row[];
  /** Rows that are in view at most. */
  height: number;
  /** What else the screen says of the time. */
  beside?: ((now: number) => string) | undefined;
};

/** What counts no seconds is looked at so often, all of it together: of fifty machines one would change each second. */
const coarseMs = 30_000;
const countsSeconds = /\ds\b|\d:\d\d/;

/**
 * What a list says of the time, as one text: the cells in view of columns that show times. One that counts seconds is as
 * it is at `now`, the others, and what stands beside the list, as at the last half of a minute.
 */
export function listTold<Row>({ list, all, height, beside }: Told<Row>): (now: number) => string {
  const timed = list.columns.filter(isTimed);
  // Time can bring a row into what is filtered or sorted by it.
  const moves = list.state.filter !== '' || list.state.sort !== undefined;
  const near = moves ? all : list.rows.slice(Math.max(0, list.cursor - height), list.cursor + height);
  const cells = timed.length === 0 ? [] : near.flatMap((row) => timed.map((column) => ({ row, column })));
  let slow = { at: Number.NaN, text: '', ticking: [] as { row: Row; column: Column<Row> }[] };
  return (now) => {
    const at = Math.floor(now / coarseMs) * coarseMs;
    if (at !== slow.at) {
      const texts = cells.map(({ row, column }) => column.cell(row, at) ?? '');
      slow = {
        at,
        text: [...texts.filter((text) => !countsSeconds.test(text)), beside?.(at) ?? ''].join('\n'),
        ticking: cells.filter((_, index) => countsSeconds.test(texts[index] as string)),
      };
    }
    return [slow.text, ...slow.ticking.map(({ row, column }) => column.cell(row, now))].join('\n');
  };
}
