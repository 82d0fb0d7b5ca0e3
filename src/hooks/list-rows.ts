import { useMemo } from 'react';
import type { Column, GridSort } from '../columns.ts';
import { compileFilter, type FilterColumn, type RowFilter } from '../domain/filter-rows.ts';
import type { FilterError } from '../domain/filter-terms.ts';
import { sortRows } from '../domain/sort-rows.ts';

/** The filter of each list that could be read last: its rows stay while the next one is half typed. */
const lastGood = new WeakMap<object, string>();

type Reading<Row> = { filter: RowFilter<Row>; error: FilterError | undefined };

function readFilter<Row>(text: string, columns: readonly FilterColumn<Row>[], list: object): Reading<Row> {
  const filter = compileFilter(text, columns);
  if (filter.ok) {
    lastGood.set(list, text);
    return { filter, error: undefined };
  }
  const before = compileFilter(lastGood.get(list) ?? '', columns);
  // Columns can go, and what named them with them: every row is shown then.
  const kept = before.ok ? before : (compileFilter('', columns) as RowFilter<Row>);
  return { filter: kept, error: filter };
}

type Wanted<Row> = {
  /** What the filter is remembered by. */
  list: object;
  rows: readonly Row[];
  /** Columns that are looked through. */
  columns: readonly Column<Row>[];
  sortColumn: Column<Row> | undefined;
  sort: GridSort | undefined;
  text: string;
  now: number;
};

/**
 * The rows that the filter leaves, in the order of the sort, made anew only when one of them changes: a cursor that
 * moves makes nothing anew, and neither does time where nothing is filtered or sorted by it.
 */
export function useListRows<Row>({ list, rows, columns, sortColumn, sort, text, now }: Wanted<Row>): {
  shown: readonly Row[];
  filter: RowFilter<Row>;
  error: FilterError | undefined;
} {
  const at = text === '' && sort === undefined ? 0 : now;
  const { filter, error } = useMemo(
    () =>
      readFilter<Row>(
        text,
        columns.map(({ id, title, cell, value }) => ({
          id,
          names: [title],
          text: (row: Row) => cell(row, at) ?? '',
          ...(value === undefined ? {} : { value: (row: Row) => value(row, at) }),
        })),
        list,
      ),
    [text, columns, at, list],
  );
  const kept = useMemo(() => (text === '' ? rows : rows.filter(filter.test)), [rows, filter, text]);
  const descending = sort?.descending === true;
  const shown = useMemo(() => {
    const value = sortColumn?.value;
    if (value === undefined) return kept;
    return sortRows(kept, (row) => value(row, at), descending ? 'desc' : 'asc');
  }, [kept, sortColumn, descending, at]);
  return { shown, filter, error };
}
