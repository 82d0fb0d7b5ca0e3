import type { Instance, InstanceListReply } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import { bootVerdict, seePoll } from '../instances/boot.ts';
import { readInstance } from '../instances/reading.ts';
import { isWhole } from '../missing-rows.ts';
import type { Session } from '../services.ts';
import { type Place, placeOf } from './rescue.ts';

/** The time of the list that was counted last, for each deck: a render is no poll. */
const counted = new WeakMap<Deck, number>();

/** Ids that are known to have run, in this run or an earlier one. */
function ranIds(deck: Deck, session: Session): Set<number> {
  const noted = deck.services
    .journal(session)
    .events()
    .flatMap((event) =>
      event.t === 'rescue-step' && event.step === 'running' && event.id !== undefined ? [event.id] : [],
    );
  const seen = [...deck.boots.get()].filter(([, { seen: states }]) =>
    states.some(
      ({ status }) => status !== null && readInstance({ id: 0, actual_status: status }).kind === 'running',
    ),
  );
  return new Set([...noted, ...seen.map(([id]) => id)]);
}

/** Counts one read of the list, made at `at` (our own time), and remembers where something does not boot. */
export function seeBoots(deck: Deck, session: Session, list: InstanceListReply, at: number): void {
  const { instances } = list;
  if (counted.get(deck) === at) return;
  counted.set(deck, at);
  const offers = new Map(
    deck.services
      .watches(session)
      .list()
      .map(({ id, offerId }) => [id, offerId]),
  );
  deck.rescue.set((memory) => {
    const { stopped } = memory;
    const polled = seePoll(memory.seen, instances, { ran: ranIds(deck, session), stopped });
    // Of what a list lacks that is not whole the last poll still holds.
    const seen = isWhole(list) ? polled : new Map([...memory.seen, ...polled]);
    const failedHere = new Map(memory.failedHere);
    for (const instance of instances) {
      const verdict = bootVerdict(seen.get(instance.id));
      if (verdict === 'failed' || verdict === 'doubtful')
        failedHere.set(instance.id, placeOfInstance(instance, offers.get(instance.id)));
      // It came back: the silence was no failure.
      else if (seen.get(instance.id)?.kind === 'running') failedHere.delete(instance.id);
    }
    // Three polls of the same rows are a verdict; any other that brings the same is no news to anybody.
    return isSame(seen, memory.seen) && isSame(failedHere, memory.failedHere)
      ? memory
      : { ...memory, seen, failedHere };
  });
}

const isSame = (some: ReadonlyMap<number, unknown>, others: ReadonlyMap<number, unknown>): boolean =>
  JSON.stringify([...some]) === JSON.stringify([...others]);

/** Remembers what was asked to stop, for longer than the service takes to report something new of it. */
export function noteStops(deck: Deck, ids: Iterable<number>): void {
  deck.rescue.set((memory) => ({ ...memory, stopped: new Set([...memory.stopped, ...ids]) }));
}

const placeOfInstance = ({ host_id, machine_id }: Instance, offer: number | undefined): Place =>
  placeOf({
    ...(offer === undefined ? {} : { offer_id: offer }),
    ...(host_id === undefined ? {} : { host_id }),
    ...(machine_id === undefined ? {} : { machine_id }),
  });
