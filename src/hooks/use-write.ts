import { useEffect } from 'react';
import { countdown } from '../base/format-time.ts';
import type { PermissionCategory } from '../client/wire.ts';
import type { Deck } from '../engine/deck.ts';
import { type Lacking, lackingOf, lackingReason } from '../engine/lacking.ts';
import type { Look, LostWrite } from '../engine/lost-writes.ts';
import { staleNow } from '../engine/read-health.ts';
import { absentAfterMs } from '../engine/write.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useEachSecond, useTicking } from './use-now.ts';

/** Why nothing may be spent or destroyed now (`staleNow`), for drawing: it changes as time goes by. */
export function useStaleBlock(...behind: readonly string[]): string | undefined {
  const deck = useDeck();
  const words = useTicking(() => staleNow(deck, behind.length === 0 ? undefined : behind) ?? '');
  return words === '' ? undefined : words;
}

/** Permissions that the key most likely lacks: a call that needs one was answered with 403 in this session. */
export const useLacking = (): Lacking => useStore(lackingOf(useSession()));

/** Why an act that needs a permission is grey, until the person refreshes or signs in with another key; undefined while nothing was refused. */
export function useLackingReason(category: PermissionCategory): string | undefined {
  const lacking = useLacking();
  return lacking.has(category) ? lackingReason(category) : undefined;
}

/** While one is open the lists that tell of it are read anew this often, in ms, whatever pace the person has chosen. */
const lookEveryMs = 10_000;

/**
 * Says of each write on `list` whose answer was lost what `look` makes of the lists, once every one of `reads` was asked
 * for after that. What is not to be seen counts as not done only `absentAfterMs` later; until then it is said once that it
 * is not known yet, and looked at again. It looks at each draw, and draws anew for each answer while something is open: a
 * list that is as it was before tells, too, and changes nothing. `Target` is what was noted with it.
 */
export function useLostWrites<Target>(
  list: string,
  look: (target: Target) => Look | undefined,
  reads: readonly string[] = [list],
): void {
  const deck = useDeck();
  const openNow = () => deck.lostWrites.get().filter((lost) => lost.list === list);
  const lastAsked = () => Math.min(...reads.map((key) => deck.reads.askedAtOwn(key) ?? 0));
  useTicking(() => (openNow().length > 0 ? lastAsked() : 0));
  useEachSecond(() => {
    const latest = Math.max(...openNow().map(({ at }) => at));
    for (const key of reads) {
      const askedAt = deck.reads.askedAtOwn(key) ?? 0;
      const tellsAll = askedAt >= latest + absentAfterMs;
      // One that fails is asked for again by itself; where a list tells nothing of it, asking for ever would not help.
      const waits = deck.reads.underWay(key) !== undefined || deck.reads.error(key) !== undefined || tellsAll;
      if (!waits && deck.own() >= Math.min(askedAt + lookEveryMs, latest + absentAfterMs))
        void deck.reads.refresh(key);
    }
  });
  useEffect(() => {
    const askedAt = lastAsked();
    for (const lost of openNow()) {
      if (askedAt < lost.at) continue;
      const now = look(lost.target as Target);
      if (now === undefined) continue;
      if (now.soFar !== undefined && askedAt - lost.at < absentAfterMs) sayOpen(deck, lost, now.soFar);
      else {
        deck.lostWrites.set((all) => all.filter((one) => one !== lost));
        deck.messages.settle(lost.what);
        deck.messages.say(now.level, now.text);
      }
    }
  });
}

/** Says, once, that the lists do not show it and what that is worth. */
function sayOpen(deck: Deck, lost: LostWrite, soFar: string): void {
  if (lost.looked === true) return;
  deck.lostWrites.set((all) => all.map((one) => (one === lost ? { ...one, looked: true } : one)));
  const now = () => {
    const leftMs = lost.at + absentAfterMs - deck.own();
    const again = leftMs > 0 ? `again for ${countdown(leftMs)}` : 'once more';
    return `Not known yet: ${soFar}. Looked at ${again}.`;
  };
  deck.messages.say('warn', now(), { of: lost.what, now });
}
