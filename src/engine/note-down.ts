import type { Deck } from './deck.ts';
import type { LimitEvent, Noted, RentEvent, RescueEvent } from './journal-events.ts';
import type { Session } from './services.ts';
import { unkeptWords } from './unkept-words.ts';

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
