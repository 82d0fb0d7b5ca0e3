import type { ApiError } from '../client/errors.ts';
import { advise } from '../domain/error-advice.ts';
import type { Deck } from './deck.ts';
import { noteLacking } from './lacking.ts';
import { writeWantsLogin } from './tfa-login.ts';

/**
 * Says what became of a write that failed, remembers a permission that the key lacks for it, and leads to the two-factor login where that is what it lacked. A key that
 * is refused altogether shows by the reads that follow.
 */
export function reportFailure(deck: Deck, what: string, error: ApiError): void {
  const { title, meaning, next } = advise(error);
  noteLacking(deck.session.get(), error);
  deck.messages.say('error', `${what}: ${title} ${meaning} ${next}`.replace(/\s+/g, ' ').trim());
  writeWantsLogin(deck, error);
}
