import type { Store } from '../../base/store.ts';
import type { Deck } from '../deck.ts';
import type { BackupCopy } from '../two-factor/backup-copy.ts';

/**
 * A new API key: on its way, or made and shown once. Its value stands here and nowhere else, until the person lets go
 * of it; `copy` is how far it is kept.
 */
export type NewKey =
  | { state: 'making'; name: string }
  | { state: 'made'; id: number; name: string; value: string; copy: Store<BackupCopy> };

/** Lets go of a key that was made: from here on nothing holds its value. */
export function letGoOfKey(deck: Deck): void {
  const made = deck.newKey.get();
  if (made?.state !== 'made') return;
  deck.newKey.set(undefined);
  deck.messages.say('info', `Key ${made.id} (${made.name}) is made; its value is not shown again`);
  deck.go(deck.nav.get().stack.length > 1 ? { go: 'back' } : { go: 'jump', route: { screen: 'keys' } });
}

/** The part of a new key that leaving would lose: one that is being made, or whose value is `shown` and not kept yet. */
export function keyAtStake(key: NewKey | undefined): { is: 'making' | 'shown'; name: string } | undefined {
  if (key === undefined) return undefined;
  if (key.state === 'making') return { is: 'making', name: key.name };
  return key.copy.get().kept.length > 0 ? undefined : { is: 'shown', name: String(key.id) };
}
