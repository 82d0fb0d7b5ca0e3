import type { Deck } from './deck.ts';
import type { Account, JournalEvent, LimitEvent, Noted, RentEvent, RescueEvent } from './journal-events.ts';
import type { Session } from './services.ts';

/**
 * Writes an event down, and says what is not kept when the disk does not take it: it counts for this run, and the next
 * start must be no surprise. The same is said once.
 */
export async function noteDown(
  deck: Deck,
  session: Session,
  event: RentEvent | LimitEvent | RescueEvent,
): Promise<Noted> {
  const journal = deck.services.journal(session);
  const noted = await journal.append(event);
  const lost = noted.ok ? undefined : unkeptWords(event, journal.events(), journal.unkept());
  if (noted.ok || lost === undefined) return noted;
  const text = `That could not be written down: ${lost}. ${noted.message}`;
  if (!deck.messages.all.get().some((one) => one.text === text)) deck.messages.say('warn', text);
  return noted;
}

type Event = RentEvent | LimitEvent | RescueEvent;

/**
 * What the next start makes of it that an event is not on the disk, as the end of a sentence; undefined where nothing is
 * lost with it. `events` are those of the account, `unkept` those of them that are in this run alone.
 */
export function unkeptWords(
  event: Event,
  events: readonly JournalEvent[],
  unkept: readonly Event[],
): string | undefined {
  switch (event.t) {
    case 'intent':
      return 'the next start will not look for this rent';
    case 'unclear':
      return isUnkept(event.rent, unkept)
        ? 'the next start will not look for this rent, only this run does'
        : 'the next start begins its minute anew';
    case 'rented':
      return isUnkept(event.rent, unkept)
        ? `the next start will not know of it: write the number ${event.id} down`
        : 'the next start will look for it again';
    case 'not-created':
      return isUnkept(event.rent, unkept) ? undefined : 'the next start will look for it again';
    case 'overridden':
      return isUnkept(event.rent, unkept) ? undefined : 'the next start holds other rents back again';
    case 'handed-over':
      return isUnkept(event.rent, unkept)
        ? undefined
        : 'the same command within the hour names this one again';
    case 'asked-again':
      return undefined;
    case 'gone':
      return `the next start does not know that ${event.id} is gone, and asks the service`;
    case 'limit':
      return event.kept === 'here'
        ? `the ${named(event)} ends with this run`
        : `only the provider knows of the ${named(event)} after this run`;
    case 'limit-spent':
      return `after a restart the budget of ${ownerOf(event, events)?.id} counts from the last saved amount`;
    case 'limit-tried':
      return `the next start may try the ${named(ownerOf(event, events))} again without asking`;
    case 'limit-ended':
      return isLimitUnkept(event, unkept)
        ? undefined
        : `the next start has the ${named(ownerOf(event, events))} again`;
    case 'rescue':
      return `the rescue of ${event.id} ends with this run`;
    case 'rescue-step':
      return event.step === 'called-off'
        ? 'the next start does not know that it was called off, and asks by itself at the most'
        : 'the next start does not know how far its rescue came';
  }
}

/** Instances whose limit a person has called off and that have it again at the next start. */
export function limitsComingBack(events: readonly JournalEvent[], unkept: readonly Event[]): number[] {
  const ids = unkept.flatMap((event) => {
    if (event.t !== 'limit-ended' || event.why !== 'called-off' || isLimitUnkept(event, unkept)) return [];
    return ownerOf(event, events)?.id ?? [];
  });
  return [...new Set(ids)];
}

/** Whether a rent was sent without being on the disk, so that no other run knows of it. */
export const isUnkept = (rent: string | undefined, unkept: readonly Event[]): boolean =>
  unkept.some((event) => event.t === 'intent' && event.rent === rent);

const isLimitUnkept = ({ limit }: { limit: string }, unkept: readonly Event[]): boolean =>
  unkept.some((event) => event.t === 'limit' && event.limit === limit);

type Limit = Extract<LimitEvent, { t: 'limit' }>;

function ownerOf({ limit }: { limit: string }, events: readonly JournalEvent[]): Limit | undefined {
  return events.findLast((event): event is Limit & Account => event.t === 'limit' && event.limit === limit);
}

/** `auto-stop of 9100698` */
const named = (limit: Limit | undefined): string =>
  `${limit?.act === 'destroy' ? 'auto-destroy' : 'auto-stop'} of ${limit?.id}`;
