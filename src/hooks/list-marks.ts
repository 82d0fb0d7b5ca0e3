import { useMemo } from 'react';
import type { Deck } from '../engine/deck.ts';
import type { Bindings } from '../engine/keymap.ts';
import { lateSet } from '../tui/list/late-set.ts';
import type { ListState } from '../tui/list/list-state.ts';

const markActions = ['list.mark', 'list.mark-range', 'list.mark-all', 'list.mark-none'] as const;
export type MarkAction = (typeof markActions)[number];

type Marking = {
  state: ListState;
  /** Keys of the rows that are shown, in their order; asked for only when a key is pressed. */
  shown: () => readonly number[];
  /** Told of marks that are those of all the rows that are shown, and no others. */
  isShown: (marks: ReadonlySet<number>) => void;
  /** Key of the row under the cursor. */
  at: number | undefined;
  /** Marks whose row is still there, those hidden by the filter included, and not those of a range that is open. */
  marked: ReadonlySet<number>;
  cursor: number;
  settle: Deck['messages']['settle'];
  /** Applies a change that `u` takes back; `what` names it. */
  change(what: string, next: Partial<ListState>): void;
};

/** Keys from one row to another, whichever stands above. */
function between(shown: readonly number[], from: number, to: number): readonly number[] {
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * The rows of the range that is open, from where it began to the cursor; none while there is no such row to see. They count
 * as marked from the moment at which they look so.
 */
function openRange<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => number,
  { anchor, cursor }: { anchor: number | undefined; cursor: number },
): readonly Row[] {
  if (anchor === undefined) return [];
  const start = shown.findIndex((row) => keyOf(row) === anchor);
  return start < 0 ? [] : shown.slice(Math.min(start, cursor), Math.max(start, cursor) + 1);
}

/**
 * The keys that mark rows. A mark is the id of its row, so that it stays on it while rows come, go and change places.
 * A range goes from where `V` was pressed to where it is pressed again.
 */
export function markBindings(marking: Marking): Bindings<MarkAction> {
  const { state, shown, at, marked, cursor, settle } = marking;
  // Why a key of these did nothing is no longer so.
  const change: Marking['change'] = (what, next) => {
    for (const id of markActions) settle(id);
    marking.change(what, next);
  };
  const none = at === undefined ? 'There is no row here' : undefined;
  const toggle = () => {
    if (at === undefined) return;
    const marks = new Set(marked);
    if (!marks.delete(at)) marks.add(at);
    const keys = shown();
    const index = Math.min(keys.length - 1, cursor + 1);
    change('mark', { marks, cursor: { key: keys[index], index } });
  };
  const range = () => {
    const keys = shown();
    const start = state.anchor === undefined ? -1 : keys.indexOf(state.anchor);
    if (start < 0) return change('range', { anchor: at });
    change('range', { anchor: undefined, marks: new Set([...marked, ...between(keys, start, cursor)]) });
  };
  return {
    'list.mark': { run: toggle, blocked: none },
    'list.mark-range': { run: range, blocked: none },
    'list.mark-all': {
      run: () => {
        if (marked.size > 0) return change('marks', { marks: new Set([...marked, ...shown()]) });
        const marks = lateSet(shown());
        marking.isShown(marks);
        change('marks', { marks });
      },
      blocked: none,
    },
    'list.mark-none': {
      run: () => change('marks', { marks: new Set(), anchor: undefined }),
      blocked: marked.size === 0 && state.anchor === undefined ? 'No row is marked' : undefined,
    },
  };
}

/** The rows of marks, and among which, where that is known as they are made: to look each of very many up takes long. */
const known = new WeakMap<ReadonlySet<number>, { among: readonly unknown[]; rows: readonly unknown[] }>();

/**
 * Lets `useMarked` know that these marks are those of all the rows that are `shown` of `among`. Marked rows stand in the
 * order of `among`, which those of a sort do not, unless they are all.
 */
export function knowMarked<Row>(
  marks: ReadonlySet<number>,
  { among, shown, sorted }: { among: readonly Row[]; shown: readonly Row[]; sorted: boolean },
): void {
  if (shown.length === among.length) known.set(marks, { among, rows: among });
  else if (!sorted) known.set(marks, { among, rows: shown });
}

type Marks<Row> = {
  /** The rows before the filter, and those that are shown. */
  rows: readonly Row[];
  shown: readonly Row[];
  keyOf: (row: Row) => number;
  state: Pick<ListState, 'marks' | 'anchor'>;
  cursor: number;
};

/**
 * The rows that are marked and still there, without (`marks`) and with (`marked`) those of the range that is open.
 * Made anew only when the marks, the rows or the range change: there can be very many.
 */
export function useMarked<Row>({
  rows,
  shown,
  keyOf,
  state: { marks: wanted, anchor },
  cursor,
}: Marks<Row>): {
  marks: ReadonlySet<number>;
  marked: readonly Row[];
  /** Whether a row that is shown is marked, or in the range. */
  isMarked: (row: Row) => boolean;
  range: readonly Row[];
} {
  const told = known.get(wanted);
  const areAllShown = told?.among === rows && (told.rows === rows || told.rows === shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a row is the same by every closure
  const { kept, marks } = useMemo(() => {
    if (told?.among === rows) return { kept: told.rows as readonly Row[], marks: wanted };
    const kept = wanted.size === 0 ? [] : rows.filter((one) => wanted.has(keyOf(one)));
    return { kept, marks: kept.length === wanted.size ? wanted : new Set(kept.map(keyOf)) };
  }, [rows, wanted]);
  const end = anchor === undefined ? 0 : cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  return useMemo(() => {
    const range = openRange(shown, keyOf, { anchor, cursor: end });
    if (areAllShown) return { marks, marked: kept, isMarked: () => true, range };
    if (range.length === 0)
      return { marks, marked: kept, isMarked: (row: Row) => marks.has(keyOf(row)), range };
    const marked = [...kept, ...range.filter((one) => !marks.has(keyOf(one)))];
    const all = new Set(marked.map(keyOf));
    return { marks, marked, isMarked: (row: Row) => all.has(keyOf(row)), range };
  }, [kept, marks, areAllShown, shown, anchor, end]);
}
