import type { Deck } from './deck.ts';
import { noWorkersSeen } from './groups/group-workers.ts';
import { noRescues } from './rescue/rescue-memory.ts';
import { noMemory } from './two-factor/tfa-memory.ts';

/**
 * Lets go of everything that belongs to the account in use, as another one takes its place: what was typed, registry
 * tokens among it, and whatever an id of the one service would mean on another.
 */
export function forgetAccount(deck: Deck): void {
  deck.modal.set(undefined);
  deck.silent.set(new Set());
  deck.best.set(new Map());
  deck.alerts.clear();
  deck.drafts.clear();
  deck.spentSeen.clear();
  deck.runs.clear();
  deck.charged.current = undefined;
  deck.copy.clear();
  deck.groupDrafts.clear();
  deck.keyDraft.current = undefined;
  deck.rescue.set(noRescues);
  deck.tfa.memory.set(noMemory);
  deck.gone.set(new Map());
  deck.boots.set(new Map());
  deck.workers.set(noWorkersSeen);
  deck.lostWrites.set([]);
  deck.palette.named.set(undefined);
  deck.undo.clear();
  deck.lists.clear();
  deck.underCursor.clear();
  deck.shown.set(undefined);
  Object.assign(deck.latest, { current: undefined, missing: 0 });
  deck.spentBeside.current = undefined;
}
