import { useState } from 'react';
import type { Instance } from '../client/wire.ts';
import { instanceName } from '../engine/instances/names.ts';
import type { Binding } from '../engine/keymap.ts';
import { type Rescue, rescueOf, rescuesOf } from '../engine/rescue/rescue.ts';
import { askRescue, whyNot } from '../engine/rescue/rescue-ask.ts';
import { dearRescues, rescueHoldMs, wantedAt } from '../engine/rescue/rescue-move.ts';
import { callOff } from '../engine/rescue/rescue-run.ts';
import { useStore } from '../tui/use-store.ts';
import { useLoadedOffers } from './loaded-offers.ts';
import { useAwaitingRescue } from './use-awaiting-rescue.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useJournal } from './use-journal.ts';

export type RescueKey = {
  rescue: Rescue | undefined;
  /** Ms until the first step is taken, while it can be called off before anything has happened. */
  beginsIn: number | undefined;
  /** Calls it off; undefined while nothing of it has begun. */
  callOff: (() => void) | undefined;
  /** Begins it, after a question; or calls it off. */
  key: Binding;
};

/** The key that begins the rescue of one instance, or ends the one that has begun. */
export function useRescueKey(id: number, instance: Instance | undefined): RescueKey {
  const deck = useDeck();
  const session = useSession();
  const loaded = useLoadedOffers();
  const memory = useStore(deck.rescue);
  const awaiting = useAwaitingRescue();
  const [asking, setAsking] = useState(false);
  const rescue = rescueOf(rescuesOf(useJournal()), id);
  const since =
    rescue &&
    wantedAt(rescue, {
      ...memory,
      held: new Set(memory.requests.keys()),
      dear: dearRescues([rescue], instance === undefined ? [] : [instance]),
    });
  const hasBegun =
    rescue !== undefined && rescue.phase !== 'ended' && (rescue.phase !== 'watching' || since !== undefined);
  const end = hasBegun ? () => void (session && callOff(deck, session, rescue)) : undefined;
  const ask = async () => {
    if (session === undefined || instance === undefined) return;
    setAsking(true);
    await askRescue(deck, session, instance, rescue, loaded.ofSearch());
    setAsking(false);
  };
  const reason = session && whyNot(deck, session, instance, rescue);
  // A question that waits elsewhere is why this key is pressed.
  const elsewhere =
    awaiting === undefined || awaiting.instance.id === id
      ? ''
      : `. ${deck.keyName('app.needs-you')} goes to ${instanceName(awaiting.instance)}, whose rescue waits`;
  return {
    rescue,
    beginsIn:
      since === undefined || rescue?.phase !== 'watching'
        ? undefined
        : Math.max(0, since + rescueHoldMs - deck.local.now()),
    callOff: end,
    key:
      end === undefined
        ? {
            run: () => void ask(),
            blocked: asking ? 'Looking for the next best offer' : reason && `${reason}${elsewhere}`,
          }
        : { run: end },
  };
}
