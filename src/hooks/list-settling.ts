import type { Deck } from '../engine/deck.ts';
import {
  type ActionId,
  heldActions,
  moveActions,
  paneActions,
  settleActions,
  sidewaysActions,
} from '../engine/keymap.ts';

/** Why something does nothing while that goes on. */
export const settlingReason = 'Still filtering, a moment: the rows are those of before';

/** What does the same whatever the rows are: it is about the list, about a part of the screen, or leads away. */
export const free: ReadonlySet<string> = new Set<ActionId>([
  ...(['list.filter', 'filter.keep', 'filter.clear', 'list.columns', 'list.wide', 'list.mark-none'] as const),
  ...(['list.sort', 'list.reverse', 'list.sort-left', 'list.sort-right'] as const),
  ...(['offers.search', 'offers.saved', 'offers.bid', 'offers.loosen'] as const),
  ...sidewaysActions,
  ...paneActions,
  ...settleActions,
  ...heldActions,
]);
/** The cursor stays on its row whichever rows come beside it. */
export const moves: ReadonlySet<string> = new Set<ActionId>([...moveActions, 'filter.down', 'filter.up']);

/**
 * Whether an action has to wait for the rows that a list is to have: it would be done to a row that is shown no more once
 * they are there, or to another than the one that is under the cursor then.
 */
export function waitsForRows(deck: Pick<Deck, 'settling'>, id: string): boolean {
  const settling = deck.settling.get();
  if (settling === undefined || id.startsWith('app.') || free.has(id)) return false;
  return settling === 'asked' || !moves.has(id);
}

/** Resolves once a list has its rows, or `stop` is called. */
export function rowsThere({ settling }: Pick<Deck, 'settling'>): { there: Promise<void>; stop: () => void } {
  let stop = () => {};
  const there = new Promise<void>((resolve) => {
    const off = settling.subscribe(() => settling.get() === undefined && stop());
    stop = () => {
      off();
      resolve();
    };
  });
  return { there, stop };
}
