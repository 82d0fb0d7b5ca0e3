import { useLayoutEffect, useRef } from 'react';
import type { Deck } from '../engine/deck.ts';
import type { ListState } from '../tui/list/list-state.ts';
import { free, moves } from './list-settling.ts';

/** Whoever presses a key has seen the row that was there a moment ago. */
const unseenMs = 1_000;

/**
 * Why an action on the row under the cursor is not done: another row came under it a moment ago, and the key was meant for
 * the one before. A move ends that: whoever moves sees where.
 */
export function slipReason(
  { slipped, local, modal }: Pick<Deck, 'slipped' | 'local' | 'modal'>,
  id: string,
): string | undefined {
  const slip = slipped.current;
  if (slip === undefined || modal.get() !== undefined || id.startsWith('app.') || free.has(id))
    return undefined;
  const isNow = Math.abs(local.now() - slip.at) < unseenMs;
  if (moves.has(id) || !isNow) slipped.current = undefined;
  if (moves.has(id) || !isNow) return undefined;
  return `The cursor is on ${slip.is} now, no longer on ${slip.was}. Press the key again to act on ${slip.is}.`;
}

type Shown<Row> = {
  row: Row | undefined;
  state: ListState;
  isSettling: boolean;
  keyOf: (row: Row) => number;
  nameOf: ((row: Row) => string) | undefined;
};

/** Notes that another row came under the cursor without the person. `nameOf` is there for lists whose rows go by themselves. */
export function useSlip<Row>(deck: Deck, shown: Shown<Row>): void {
  const { row, state, isSettling, keyOf, nameOf } = shown;
  const before = useRef<{ row: Row; state: ListState; isSettling: boolean }>(undefined);
  const { key } = state.cursor;
  // Told before any key is taken again.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = row === undefined ? was : { row, state, isSettling };
    if (row === undefined || nameOf === undefined || isSettling) return;
    const slip = (name: string) => {
      deck.slipped.current = { at: deck.local.now(), was: name, is: nameOf(row) };
    };
    // Gone while another screen was shown: the page of what was destroyed leads back here by itself.
    if (was === undefined) return key === undefined || key === keyOf(row) ? undefined : slip(String(key));
    const isAsked = was.isSettling || was.state.cursor !== state.cursor || was.state.filter !== state.filter;
    if (isAsked || was.state.sort !== state.sort || keyOf(was.row) === keyOf(row)) return;
    slip(nameOf(was.row));
  });
  useLayoutEffect(
    () => () => {
      deck.slipped.current = undefined;
    },
    [deck],
  );
}
