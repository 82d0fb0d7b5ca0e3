import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { Settling } from '../engine/deck.ts';
import { type Column, type GridSort, isTimed } from '../tui/list/columns.ts';
import { compileFilter, type FilterColumn, type RowFilter } from '../tui/list/filter-rows.ts';
import type { FilterError } from '../tui/list/filter-terms.ts';
import { keptRows, type Steps, sortedRows } from '../tui/list/list-steps.ts';
import { type Direction, sortRows } from '../tui/list/sort-rows.ts';

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
  /** What the filter and its rows are remembered by. */
  list: object;
  rows: readonly Row[];
  /** Columns that are looked through. */
  columns: readonly Column<Row>[];
  sortColumn: Column<Row> | undefined;
  sort: GridSort | undefined;
  text: string;
  now: number;
  /** The rows are other records at each drawing: however many there are, they are worked out within it. */
  atOnce?: boolean | undefined;
};

/**
 * The rows that the filter leaves, in the order of the sort, made anew only when one of them changes: a cursor that
 * moves makes nothing anew, and neither does time where nothing that is looked at depends on it.
 */
export function useListRows<Row>(wanted: Wanted<Row>): {
  shown: readonly Row[];
  filter: RowFilter<Row>;
  /** Why the filter cannot be read or finds nothing, and what to do. */
  error: string | undefined;
  /** What the rows that are shown are older than; undefined while they are what was asked for. */
  settling: Settling | undefined;
} {
  const { list, rows: given, columns, sortColumn, sort, text, now, atOnce = false } = wanted;
  const rows = useSteady(given);
  const looked = useSteady(columns);
  const byTime = (text !== '' && looked.some(isTimed)) || (sortColumn !== undefined && isTimed(sortColumn));
  const at = byTime ? now : 0;
  const { filter, error } = useMemo(
    () =>
      readFilter<Row>(
        text,
        looked.map(({ id, title, unit, cell, value }) => ({
          id,
          unit,
          names: [title],
          text: (row: Row) => cell(row, at) ?? '',
          ...(value === undefined ? {} : { value: (row: Row) => value(row, at) }),
        })),
        list,
      ),
    [text, looked, at, list],
  );
  const descending = sort?.descending === true;
  const value = sortColumn?.value;
  const sortId = value && sortColumn?.id;
  const work = useMemo(
    (): Work<Row> => ({
      rows,
      asked: JSON.stringify([text, sortId, descending, looked.map(({ id }) => id)]),
      from: [text === '' ? undefined : looked, value, at],
      test: text === '' ? undefined : filter.test,
      by: value && ((row) => value(row, at)),
      direction: descending ? 'desc' : 'asc',
    }),
    [rows, looked, filter, text, value, sortId, descending, at],
  );
  const { shown, settling } = useDone(list, work, atOnce);
  const doubt = shown.length === 0 && rows.length > 0 && settling === undefined ? filter.doubt : undefined;
  return { shown, filter, error: error?.reason ?? doubt, settling };
}

/** The list of before while the same things are in it: what makes it anew at each drawing has changed nothing. */
function useSteady<T>(given: readonly T[]): readonly T[] {
  const last = useRef(given);
  if (!isSame(last.current, given)) last.current = given;
  return last.current;
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((one, index) => Object.is(one, b[index])));

type Work<Row> = {
  rows: readonly Row[];
  /** What the person has asked for: filter, order, and the columns that are looked through. */
  asked: string;
  /** What else decides: the columns themselves, which can know more at each drawing, and the time. */
  from: readonly unknown[];
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

/** A work that is done, and what came of it. */
type Kept = { work: Work<unknown>; rows: readonly unknown[] };
/** The last one of each list: whoever comes back to it finds it done. */
const lastDone = new WeakMap<object, Kept>();

/** Whether the rows of one are an answer to the other. */
const isAnswer = (a: Work<unknown>, b: Work<unknown>): boolean => a.rows === b.rows && a.asked === b.asked;

/**
 * What comes of the work. Of a long list what was shown stays until it is done, and it is told so; keys are taken in
 * between. Rows that only the time or the columns' own knowledge has outrun are an answer, and are made anew behind it.
 */
function useDone<Row>(
  list: object,
  work: Work<Row>,
  atOnce: boolean,
): { shown: readonly Row[]; settling: Settling | undefined } {
  const isQuick =
    atOnce || work.rows.length <= quickLength || (work.test === undefined && work.by === undefined);
  const quick = useMemo(() => (isQuick ? done(work) : undefined), [isQuick, work]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const running = useRef<{ work: Work<Row>; isWanted: boolean }>(undefined);
  const wanted = work as Work<unknown>;
  if (quick !== undefined) lastDone.set(list, { work: wanted, rows: quick });
  const last = lastDone.get(list);
  const settling =
    last !== undefined && isAnswer(last.work, wanted)
      ? undefined
      : last?.work.asked === work.asked
        ? 'rows'
        : 'asked';

  useEffect(() => {
    const now = running.current;
    if (now !== undefined && (isQuick || !isAnswer(now.work as Work<unknown>, wanted))) {
      now.isWanted = false;
      running.current = undefined;
    }
    const known = lastDone.get(list);
    const isFresh =
      known !== undefined && isAnswer(known.work, wanted) && isSame(known.work.from, wanted.from);
    if (isQuick || isFresh || running.current !== undefined) return;
    const run = { work, isWanted: true };
    running.current = run;
    const steps = inSteps(work);
    const next = () => {
      if (!run.isWanted) return;
      const step = steps.next();
      if (step.done !== true) return void setImmediate(next);
      running.current = undefined;
      const before = lastDone.get(list);
      const isSaid = before !== undefined && isAnswer(before.work, wanted) && isSame(before.rows, step.value);
      lastDone.set(list, { work: wanted, rows: isSaid ? before.rows : step.value });
      if (!isSaid) redraw();
    };
    setImmediate(next);
  }, [isQuick, list, work, wanted]);
  useEffect(
    () => () => {
      if (running.current !== undefined) running.current.isWanted = false;
    },
    [],
  );
  return { shown: (last?.rows ?? []) as readonly Row[], settling };
}
