import type { ApiError } from '../../client/errors.ts';
import type { CreateReply, CreateRequest, InstanceListReply } from '../../client/wire.ts';
import type { JournalEvent, Noted, RentEvent, RescueEvent } from '../journal-events.ts';
import { type RentIntent, rentIntent } from './rent-intent.ts';
import { agreedRescue, rentedAs } from './rent-journal-machine.ts';
import { rentOutcome } from './rent-outcome.ts';

/** What a rent is done with: the deck's and the commands' own. */
export type RentPorts = {
  /** Epoch ms by the machine's clock: how long an answer has been missing is a span of ours. */
  now(): number;
  /** Epoch ms by the service's clock: when something was rented stands beside times that the service gave. */
  serviceNow(): number;
  random(): number;
  events(): readonly JournalEvent[];
  /** Those of every account, where there are others: no id and no mark of a rent is used twice. */
  all?(): readonly JournalEvent[];
  /** On the disk when it resolves with `ok`; it counts for this run in any case. */
  append(event: RentEvent | RescueEvent): Promise<Noted>;
  /** Whether what is appended now would be on the disk. */
  check(): Promise<Noted>;
  /** What exists just now; undefined when that could not be read. */
  known(): Promise<InstanceListReply | undefined>;
  create(body: CreateRequest): Promise<CreateReply>;
  /** What was thrown, when the client did. */
  asApiError(thrown: unknown): ApiError | undefined;
  /** The intent is about to be written; from here on its id is what the rent is known by. */
  begins?(rent: string, intent: RentIntent): void;
};

export type RentWishes = Pick<
  Parameters<typeof rentIntent>[0],
  'offer' | 'body' | 'agreed' | 'search' | 'rescue' | 'wish'
> & {
  /** The person has read that this rent cannot be written down, and wants it all the same. */
  unprotected?: boolean | undefined;
};

export type RentEnd =
  /** It exists and is charged. `noted` says whether its id is on the disk. */
  | { kind: 'rented'; rent: string; id: number; reply: CreateReply; noted: Noted }
  | { kind: 'taken' | 'busy' | 'refused'; error: ApiError }
  /** Nobody can tell; the journal has it, and the list will settle it. */
  | { kind: 'unknown'; rent: string; error: ApiError }
  /** Nothing was sent: the intent is not on the disk, so that a crash could lose what was paid for. */
  | { kind: 'unprotected'; why: string };

/** Writes an outcome down and, where it was rented, the rescue that was agreed to. Answers whether the outcome is on the disk. */
export async function noteOutcome(
  { events, append }: Pick<RentPorts, 'events' | 'append'>,
  event: RentEvent,
): Promise<Noted> {
  const noted = await append(event);
  if (event.t === 'rented') for (const agreed of agreedRescue(events(), event)) await append(agreed);
  return noted;
}

/**
 * Rents an offer (design: never pay twice): the intent goes to the disk, then the request goes out, once, and its
 * outcome goes to the journal. Nothing here is ever sent again. With `search` and `rescue` the journal also gets the
 * rescue that was agreed to, once there is an instance. Throws nothing but bugs, and notes those as unclear.
 */
export async function rentOnce(ports: RentPorts, wishes: RentWishes): Promise<RentEnd> {
  const { offer, body, agreed, search, rescue, wish, unprotected = false } = wishes;
  const { now, serviceNow, random, append } = ports;
  const protection = await ports.check();
  if (!protection.ok && !unprotected) return { kind: 'unprotected', why: protection.message };
  const known = await ports.known();
  const begun = rentIntent({
    ...{ offer, body, agreed, search, rescue, wish, known, random },
    ...{ events: (ports.all ?? ports.events)(), now: now() },
  });
  const { rent } = begun.intent;
  ports.begins?.(rent, begun.intent);
  const kept = await append(begun.intent);
  if (!kept.ok && !unprotected) {
    await append({ t: 'not-created', rent, at: now(), why: 'refused' });
    return { kind: 'unprotected', why: kept.message };
  }
  try {
    const reply = await ports.create(begun.body);
    // The id has been paid for: it is kept before anything else is done.
    const event = rentedAs(ports.events(), rent, reply.new_contract, serviceNow());
    const noted = await noteOutcome(ports, event);
    return { kind: 'rented', rent, id: reply.new_contract, reply, noted };
  } catch (thrown) {
    const error = ports.asApiError(thrown);
    const outcome = error === undefined ? 'unknown' : rentOutcome(error);
    await append(
      outcome === 'unknown'
        ? { t: 'unclear', rent, at: now() }
        : { t: 'not-created', rent, at: now(), why: 'refused' },
    );
    if (error === undefined) throw thrown;
    return outcome === 'unknown' ? { kind: outcome, rent, error } : { kind: outcome, error };
  }
}
