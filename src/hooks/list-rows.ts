import { useEffect, useMemo, useRef, useState } from 'react';
import type { Column, GridSort } from '../columns.ts';
import { compileFilter, type FilterColumn, type RowFilter } from '../domain/filter-rows.ts';
import type { FilterError } from '../domain/filter-terms.ts';
import { keptRows, type Steps, sortedRows } from '../domain/list-steps.ts';
import { type Direction, sortRows } from '../domain/sort-rows.ts';

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
  /** Why the filter cannot be read or finds nothing, and what to do. */
  error: string | undefined;
} {
  const at = text === '' && sort === undefined ? 0 : now;
  const { filter, error } = useMemo(
    () =>
      readFilter<Row>(
        text,
        columns.map(({ id, title, unit, cell, value }) => ({
          id,
          unit,
          names: [title],
          text: (row: Row) => cell(row, at) ?? '',
          ...(value === undefined ? {} : { value: (row: Row) => value(row, at) }),
        })),
        list,
      ),
    [text, columns, at, list],
  );
  const descending = sort?.descending === true;
  const value = sortColumn?.value;
  const work = useMemo(
    (): Work<Row> => ({
      rows,
      test: text === '' ? undefined : filter.test,
      by: value && ((row) => value(row, at)),
      direction: descending ? 'desc' : 'asc',
    }),
    [rows, filter, text, value, descending, at],
  );
  const shown = useDone(work);
  const doubt = shown.length === 0 && rows.length > 0 ? filter.doubt : undefined;
  return { shown, filter, error: error?.reason ?? doubt };
}

type Work<Row> = {
  rows: readonly Row[];
  test: ((row: Row) => boolean) | undefined;
  by: ((row: Row) => number | string | undefined) | undefined;
  direction: Direction;
};

/** Lists up to this long are filtered and sorted within a frame. */
const quickLength = 2000;

function done<Row>({ rows, test, by, direction }: Work<Row>): readonly Row[] {
  const kept = test === undefined ? rows : rows.filter(test);
  return by === undefined ? kept : sortRows(kept, by, direction);
}

function* inSteps<Row>({ rows, test, by, direction }: Work<Row>): Steps<readonly Row[]> {
  const kept = test === undefined ? rows : yield* keptRows(rows, test);
  return by === undefined ? kept : yield* sortedRows(kept, by, direction);
}

/** What comes of the work. Of a long list what was shown stays until it is done, and keys are taken in between. */
function useDone<Row>(work: Work<Row>): readonly Row[] {
  const isQuick = work.rows.length <= quickLength || (work.test === undefined && work.by === undefined);
  const quick = useMemo(() => (isQuick ? done(work) : undefined), [isQuick, work]);
  const [slow, setSlow] = useState<{ work: Work<Row>; rows: readonly Row[] }>();
  const last = useRef<readonly Row[]>([]);
  useEffect(() => {
    if (isQuick) return undefined;
    let isWanted = true;
    const steps = inSteps(work);
    const next = () => {
      if (!isWanted) return;
      const step = steps.next();
      if (step.done === true) setSlow({ work, rows: step.value });
      else setImmediate(next);
    };
    setImmediate(next);
    return () => {
      isWanted = false;
    };
  }, [isQuick, work]);
  const shown = quick ?? (slow?.work === work ? slow.rows : last.current);
  last.current = shown;
  return shown;
}
