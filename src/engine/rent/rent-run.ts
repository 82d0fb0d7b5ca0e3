import { ApiError } from '../../client/errors.ts';
import type { CreateReply, CreateRequest, InstanceListReply, Offer, SearchBody } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import { noteDown } from '../note-down.ts';
import type { Session } from '../services.ts';
import { holdRequest } from './held-request.ts';
import { blockingRent } from './rent-journal-machine.ts';
import { type RentEnd, type RentPorts, rentOnce } from './rent-once.ts';
import { damageWords, rentBlockWords } from './unsettled-words.ts';

export type RentWish = {
  offer: Offer;
  body: CreateRequest;
  /** $/h with its disk, as it was agreed to; undefined where the service did not say. */
  agreed?: number | undefined;
  /** The search that the offer is of; with `rescue`, what was agreed to should the boot fail. */
  search?: SearchBody;
  rescue?: { consent: 'tell' | 'ask' | 'by-itself'; cap?: number; tries: number };
  /** GB that it gets, where a template decides about that. */
  diskGb?: number | undefined;
  /** Asked last, right before the request: whether it is not to be sent after all. */
  refuse?: () => Promise<boolean>;
  /** The person has read that this rent cannot be noted on disk, or that the journal is damaged, and wants it all the same. */
  unprotected?: boolean;
};

export type RentResult =
  | RentEnd
  /** Nothing was sent: lines of the journal cannot be read, and the person has not agreed to that. */
  | { kind: 'damaged'; why: string }
  /** Nothing was sent: another rent is under way or not settled, or another rigdeck is the one that rents. */
  | { kind: 'blocked'; why: string };

const overCapCall = {
  kind: 'refused',
  reason: 'over-cap',
  endpoint: 'createInstance',
  method: 'PUT',
} as const;

/** How long a rent waits for the ids that exist before it: they are of use, and no reason to keep a person waiting. */
const knownIdsMs = 4_000;

/**
 * Rents an offer once (engine/rent/rent-once.ts), as long as nothing stands against it. With `search` and `rescue` the
 * journal also gets the rescue that was agreed to, once there is an instance. Throws nothing but bugs.
 */
export async function sendRent(deck: Deck, session: Session, wish: RentWish): Promise<RentResult> {
  const { clock, random } = deck.services;
  const journal = deck.services.journal(session);
  const why = rentBlock(deck, session);
  if (why !== undefined) return { kind: 'blocked', why };
  deck.sending.set(new Set(['about to be sent']));
  try {
    // Asked again just before: the lock may have been lost while the machine slept, and another have rented.
    const claimed = await journal.claim();
    const since = claimed.ok ? standingBlock(deck, session) : claimed.message;
    if (since !== undefined) return { kind: 'blocked', why: since };
    const damage = journal.damage();
    if (damage !== undefined && wish.unprotected !== true)
      return { kind: 'damaged', why: damageWords(damage) };
    const ports: RentPorts = {
      now: deck.own,
      serviceNow: clock.now,
      random,
      events: journal.events,
      all: journal.all,
      // Whether the intent and the id are on the disk is said with what came of them.
      append: (event) =>
        event.t === 'intent' || event.t === 'rented' ? journal.append(event) : noteDown(deck, session, event),
      check: journal.check,
      known: () => knownInstances(deck, session),
      create: async (body) => {
        if ((await wish.refuse?.()) === true)
          throw new ApiError({ ...overCapCall, path: `/api/v0/asks/${wish.offer.id}/` });
        return session.api.createInstance(wish.offer.id, body);
      },
      asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
      begins: (rent) => {
        if (wish.rescue !== undefined)
          holdRequest(deck, rent, { ...wish, diskGb: wish.diskGb ?? wish.body.disk });
        deck.sending.set(new Set([rent]));
      },
    };
    const end = await rentOnce(ports, wish);
    // Not waited for: a keyring takes its seconds, and the id must be on the screen at once.
    if (end.kind === 'rented') void keepKey(deck, session, end.reply);
    return end;
  } finally {
    deck.sending.set(new Set());
  }
}

/** The restricted key of a new instance (interface.md, Authentication 6) goes where the API key is. */
async function keepKey(deck: Deck, session: Session, { new_contract, instance_api_key }: CreateReply) {
  if (instance_api_key === undefined) return;
  await deck.services
    .instanceKeys(session)
    .keep(new_contract, instance_api_key)
    .catch(() =>
      deck.messages.say('warn', `The restricted key of instance ${new_contract} could not be kept.`),
    );
}

/** What exists just now; undefined when that could not be read in time. */
async function knownInstances(deck: Deck, session: Session): Promise<InstanceListReply | undefined> {
  const { clock } = deck.services;
  // The service has asked for quiet.
  if (session.api.limits().pausedMs > 0) return undefined;
  const late = new AbortController();
  const done = new AbortController();
  void clock.sleep(knownIdsMs, done.signal).then(
    () => late.abort(),
    () => {},
  );
  const list = await session.api.listInstances({ signal: late.signal }).catch(() => undefined);
  done.abort();
  return list;
}

/** Why nothing may be rented just now, one that is on its way included. */
export function rentBlock(deck: Deck, session: Session): string | undefined {
  if (deck.sending.get().size > 0) return 'another rent is on its way: wait for its answer';
  return standingBlock(deck, session);
}

/** What lasts until somebody does something about it. */
export function standingBlock(deck: Deck, session: Session): string | undefined {
  if (session.readOnly) return 'rigdeck is in read-only mode: nothing can be rented';
  const writer = deck.writer.get();
  if (writer.state === 'other') return writer.why;
  const open = blockingRent(deck.services.journal(session).events(), deck.sending.get());
  return open === undefined ? undefined : rentBlockWords(open, deck.keyName('rent.settle'));
}
