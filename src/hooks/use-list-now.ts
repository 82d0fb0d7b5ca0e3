import { useRef } from 'react';
import type { ListView } from './use-list.ts';
import { useShownNow } from './use-now.ts';

type Told<Row> = {
  list: Pick<ListView<Row>, 'rows' | 'columns' | 'cursor' | 'state'>;
  /** The rows before the filter. */
  all: readonly Row[];
  /** Rows that are in view at most. */
  height: number;
  /** What else beside the list says of the time. */
  beside?: (now: number) => string;
};

/**
 * Now, for a list in which some columns show times: it is drawn again only when one of those in view would say something
 * else. `tells` is to be called with the list in each drawing.
 */
export function useListNow<Row>(): { now: number; tells: (told: Told<Row>) => void } {
  const text = useRef((_: number): string => '');
  const now = useShownNow((at) => text.current(at));
  return {
    now,
    tells({ list, all, height, beside }) {
      const timed = list.columns.filter((column) => column.timed);
      text.current = (at) => {
        // Time can bring a row into what is filtered or sorted by it.
        const moves = list.state.filter !== '' || list.state.sort !== undefined;
        const near = moves ? all : list.rows.slice(Math.max(0, list.cursor - height), list.cursor + height);
        const cells = near.flatMap((row) => timed.map(({ cell }) => cell(row, at)));
        return `${cells.join('\n')}\n${beside?.(at)}`;
      };
    },
  };
}
