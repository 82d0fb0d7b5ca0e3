import type { Deck } from '../deck.ts';
import type { RentEvent } from '../journal-events.ts';
import { noteDown } from '../note-down.ts';
import { keys } from '../read-keys.ts';
import type { Session } from '../services.ts';
import { foundByMark } from './late-marks.ts';
import { settledByPerson, unclearNow, unsettled } from './rent-journal-machine.ts';
import { noteOutcome } from './rent-once.ts';
import { type ListReading, settlements } from './rent-verdict.ts';
import { foundWords, outcomeUnknown, settledWords } from './unsettled-words.ts';

/** Whether this deck is the one that rents on the account, and settles what was rented; `why` says who is. */
export type Writer = { state: 'asking' | 'mine' } | { state: 'other'; why: string };

/** Between two tries to become the one that rents, when another rigdeck is. */
const claimEveryMs = 5_000;

/**
 * Becomes the one that rents as soon as no other rigdeck is, and stays it until `signal` ends that. The rents that an
 * earlier run has left without an outcome begin their clock then: no other process can be waiting for their answers.
 */
export async function becomeWriter(deck: Deck, session: Session, signal: AbortSignal): Promise<void> {
  const { clock } = deck.services;
  const journal = deck.services.journal(session);
  const asking = async (): Promise<boolean> => {
    const claimed = await journal.claim();
    if (signal.aborted) return true;
    deck.writer.set(claimed.ok ? { state: 'mine' } : { state: 'other', why: claimed.message });
    return claimed.ok;
  };
  while (!(await asking())) await clock.sleep(claimEveryMs, signal);
  if (signal.aborted) return journal.release();
  for (const event of unclearNow(journal.events(), deck.own(), deck.sending.get()))
    await noteDown(deck, session, event);
}

/** Settles what a read of the list leaves one reading of. Each event is weighed anew: the person may be quicker. */
export async function settleRents(deck: Deck, session: Session, list: ListReading): Promise<void> {
  const { clock } = deck.services;
  const journal = deck.services.journal(session);
  for (;;) {
    const [event] = settlements(journal.events(), list, clock.now(), deck.sending.get());
    if (event === undefined) return;
    await settle(deck, session, event);
  }
}

/** Notes and says what the list shows of rents that counted as not created, or that another key has sent. */
export async function noteFound(deck: Deck, session: Session, list: ListReading): Promise<void> {
  const journal = deck.services.journal(session);
  const found = foundByMark(journal.all(), journal.events(), list, deck.own(), deck.sending.get());
  for (const { intent, event } of found) deck.messages.say('warn', foundWords(intent, event));
  // No rescue begins: whoever agreed to one took this machine for one that is not there.
  await Promise.all(found.map(({ event }) => noteDown(deck, session, event)));
}

/** Settles a rent as the person says; answers why not when that is not possible any more. */
export async function settleAs(
  deck: Deck,
  session: Session,
  rent: string,
  became: { id: number } | 'not-created',
): Promise<string | undefined> {
  const journal = deck.services.journal(session);
  const event = settledByPerson(journal.events(), rent, became, deck.services.clock.now());
  if (event === undefined) return 'That is settled already.';
  await settle(deck, session, event);
  return undefined;
}

/** Lets other rents go out although this one has no outcome, as the person has typed. */
export async function letOthersGo(deck: Deck, session: Session, rent: string): Promise<void> {
  const at = deck.services.clock.now();
  await noteDown(deck, session, { t: 'overridden', rent, at });
}

async function settle(deck: Deck, session: Session, event: RentEvent): Promise<void> {
  const journal = deck.services.journal(session);
  const rent =
    'rent' in event ? unsettled(journal.events()).find((one) => one.rent === event.rent) : undefined;
  // It counts from here on, whether the disk takes it or not.
  const { events } = journal;
  const noted = noteOutcome({ events, append: (one) => noteDown(deck, session, one) }, event);
  if (rent !== undefined) {
    const { level, text } = settledWords(rent, event);
    if (deck.messages.all.get().at(-1)?.text.startsWith(outcomeUnknown)) deck.messages.dismiss();
    deck.messages.say(level, text);
  }
  void deck.reads.refresh(keys.user);
  await noted;
}
