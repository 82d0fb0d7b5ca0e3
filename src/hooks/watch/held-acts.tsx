import { useEffect } from 'react';
import type { Deck } from '../../engine/deck.ts';
import {
  changeHeld,
  dropHeld,
  type HeldAct,
  heldName,
  holdAnew,
  sendNow,
  settleLeaving,
} from '../../engine/instances/held-acts.ts';
import { correctUndestroyed, sendAct } from '../../engine/instances/send-acts.ts';
import { dataOf } from '../../engine/loadable.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { keys } from '../../engine/read-keys.ts';
import type { Session } from '../../engine/services.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useStore } from '../../tui/use-store.ts';
import { useInstances } from '../resources.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useTicking } from '../use-now.ts';

/**
 * Sends what was confirmed when its time to wait is over. It belongs to no screen, so that leaving one changes nothing;
 * another account sends nothing of what the one before has left. Draws nothing.
 */
export function HeldActs() {
  const deck = useDeck();
  const session = useSession();
  const held = useStore(deck.held);
  const clock = deck.local;
  const waits = held.some((one) => !one.sending);

  useEffect(() => {
    for (const act of deck.held.get()) if (!act.sending && act.session !== session) callOff(deck, act);
    deck.undo.clear();
  }, [deck, session]);

  useEffect(() => {
    const stop = new AbortController();
    for (const act of held)
      if (!act.sending && act.paused !== true)
        void clock.sleep(Math.max(0, act.due - clock.now()), stop.signal).then(
          () => release(deck, act),
          () => {},
        );
    return () => stop.abort();
  }, [deck, clock, held]);

  useStopAsked(deck);
  useUndestroyed(deck);
  useLeaving(deck, session);
  useLayer(!waits ? undefined : { kind: 'global', bindings: { 'held.send': { run: () => sendNow(deck) } } });
  return null;
}

function callOff(deck: Deck, act: HeldAct): void {
  dropHeld(deck, act);
  deck.messages.say('warn', `Another session began: ${heldName(act)} was not sent.`);
}

/** A timer that rings this much too late rings in a program that stood still. */
const lateMs = 1_000;

async function release(deck: Deck, act: HeldAct): Promise<void> {
  if (!deck.held.get().includes(act)) return;
  // Stopped from outside, or asleep with the machine: the timer rings before anybody has seen the rest of the time.
  if (act.due > act.at && deck.local.now() - act.due > lateMs) return holdAnew(deck, (one) => one === act);
  changeHeld(deck, act, () => ({ sending: true, sentAt: deck.local.now() }));
  try {
    await sendAct(deck, act);
  } finally {
    dropHeld(deck, act);
  }
}

/** What a stop has been asked of is forgotten as soon as the service reports anything else of it. */
function useStopAsked(deck: Deck): void {
  const list = dataOf(useInstances());
  useEffect(() => {
    if (list === undefined) return;
    const asked = deck.stopAsked.get();
    const still = [...asked].filter(([id, { status }]) => {
      const row = list.instances.find((one) => one.id === id);
      return row === undefined ? status === undefined || !isWhole(list) : row.actual_status === status;
    });
    if (still.length < asked.size) deck.stopAsked.set(new Map(still));
  }, [deck, list]);
}

/** What a list says of a destroy that failed is the last word on it, where it was asked for after that. */
function useUndestroyed(deck: Deck): void {
  const list = dataOf(useInstances());
  const failed = useStore(deck.undestroyed);
  // A list that is as it was before tells, too.
  const askedAt = useTicking(() => (failed.length > 0 ? (deck.reads.askedAtOwn(keys.instances) ?? 0) : 0));
  useEffect(() => {
    if (list !== undefined && failed.length > 0) correctUndestroyed(deck, list, askedAt);
  }, [deck, list, failed, askedAt]);
}

/** A destroy that was confirmed has ended once a list lacks the instance. */
function useLeaving(deck: Deck, session: Session | undefined): void {
  const list = dataOf(useInstances());
  const leaving = useStore(deck.leaving);
  const askedAt = useTicking(() => (leaving.length > 0 ? (deck.reads.askedAtOwn(keys.instances) ?? 0) : 0));
  useEffect(() => {
    if (session !== undefined && list !== undefined && leaving.length > 0)
      settleLeaving(deck, session, list, askedAt);
  }, [deck, session, list, leaving, askedAt]);
}
