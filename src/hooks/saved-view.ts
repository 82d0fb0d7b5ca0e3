import { useEffect } from 'react';
import { withoutSecrets } from '../base/record-secrets.ts';
import type { Column } from '../tui/list/columns.ts';
import { useDeck } from './use-deck.ts';

type Shown<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  /** As they are shown: filtered and in their order. */
  rows: readonly Row[];
  now: number;
  raw: (row: Row) => unknown;
};

/** Lets `:w` write the rows of the list that is shown, for as long as it is. */
export function useSavedView<Row>({ name, columns, rows, now, raw }: Shown<Row>): void {
  const { view } = useDeck().palette;
  useEffect(() => {
    const made = () => ({
      rows: name,
      titles: columns.map(({ title }) => title),
      right: columns.map(({ align }) => align === 'right'),
      cells: rows.map((row) => columns.map(({ cell }) => cell(row, now))),
      records: rows.map((row) => withoutSecrets(raw(row))),
    });
    view.current = made;
    return () => {
      if (view.current === made) view.current = undefined;
    };
  });
}
