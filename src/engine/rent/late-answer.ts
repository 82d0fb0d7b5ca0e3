import type { CreateRequest } from '../../client/wire.ts';
import type { JournalEvent } from '../journal-events.ts';
import { bodyHash, textHash } from './rent-intent.ts';

/** A request that is given again so long after it was asked for or settled last is another wish. */
const sameWishMs = 3_600_000;

/**
 * What a command was asked for: an offer or a search, and the body. Values of variables and logins are left out as in
 * `bodyHash`, and so is the price cap: it is no part of what is wanted.
 */
export const wishOf = (of: number | object, body: CreateRequest): string =>
  `${textHash(JSON.stringify(of))}-${bodyHash(body)}`;

/** A machine that a command rented and could not name to whoever asked. `at` is when it was asked for, epoch ms. */
export type LateAnswer = { rent: string; id: number; offerId: number; at: number };

/**
 * The machine that the same wish has led to within the last hour, and that no command has answered with yet: its answer
 * was lost, or the program ended before it printed the id. A loop that repeats the command until it goes well must not
 * buy a second one. `now` is epoch ms by our own clock; one that was set back makes nothing older. `just` are rents that were
 * settled just now, for which no hour has passed.
 */
export function lateAnswer(
  events: readonly JournalEvent[],
  wish: string,
  { now, just = new Set() }: { now: number; just?: ReadonlySet<string> },
): LateAnswer | undefined {
  const answered = new Set(events.flatMap((event) => (event.t === 'handed-over' ? [event.rent] : [])));
  const gone = new Set(events.flatMap((event) => (event.t === 'gone' ? [event.id] : [])));
  for (const { rent, at, offer_id } of events.filter(
    (event) => event.t === 'intent' && event.wish === wish,
  ) as Extract<JournalEvent, { t: 'intent' }>[]) {
    const made = events.find((event) => event.t === 'rented' && event.rent === rent);
    if (made?.t !== 'rented' || answered.has(rent) || gone.has(made.id)) continue;
    const last = Math.max(...events.flatMap((event) => (speaksOf(event, rent) ? [event.at] : [])));
    if (just.has(rent) || now - last <= sameWishMs) return { rent, id: made.id, offerId: offer_id, at };
  }
  return undefined;
}

const speaksOf = (event: JournalEvent, rent: string): boolean => 'rent' in event && event.rent === rent;
