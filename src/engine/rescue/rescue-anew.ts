import type { Deck } from '../deck.ts';
import { nameOfId } from '../instances/names.ts';
import { withEntry } from '../rent/held-request.ts';
import { type RescueDesk, rescueHoldMs, wantedAt } from './rescue-move.ts';

/** Rescues are looked at each second; one look that comes this much later comes in a program that stood still. */
const everyMs = 1_000;
const lateMs = 1_000;

const looked = new WeakMap<Deck, number>();

/**
 * To be called with each look at the rescues: when the last one was (ms, by our own clock), where the program stood
 * still since, stopped from outside or asleep with the machine; else undefined.
 */
export function stoodStillSince(deck: Deck): number | undefined {
  const now = deck.local.now();
  const last = looked.get(deck) ?? now;
  looked.set(deck, now);
  return now - last > everyMs + lateMs ? last : undefined;
}

/** Gives rescues that were about to begin at `last` their whole time again: nobody could call them off meanwhile. */
export function holdRescuesAnew(deck: Deck, desk: RescueDesk, last: number): void {
  const waiting = desk.rescues.filter((rescue) => {
    const at = wantedAt(rescue, desk);
    return at !== undefined && at + rescueHoldMs > last;
  });
  if (waiting.length === 0) return;
  for (const { rescue, id } of waiting)
    deck.rescue.set((memory) => ({
      ...memory,
      wanted: memory.wanted.has(id) ? withEntry(memory.wanted, id, desk.now) : memory.wanted,
      failing: memory.failing.has(rescue) ? withEntry(memory.failing, rescue, desk.now) : memory.failing,
    }));
  const names = waiting.map(({ id }) => nameOfId(deck.latest.current, id)).join(', ');
  deck.messages.say(
    'warn',
    `Not begun while rigdeck stood still: rescue of ${names}. It waits ${rescueHoldMs / 1000}s anew; ${deck.keyName('app.undo')} calls it off.`,
  );
}
