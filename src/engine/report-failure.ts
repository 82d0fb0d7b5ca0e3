import type { ApiError } from '../client/errors.ts';
import { hearOutside } from '../hooks/outside-texts.ts';
import type { Deck } from './deck.ts';
import { saidNow } from './held-calls.ts';
import { noteLacking } from './lacking.ts';
import { writeWantsLogin } from './tfa-login.ts';

/**
 * Reports a write of the session `from` that failed, in a message `of` it. Remembers a permission that its key lacks, and
 * goes to the two-factor login if that is what was missing. A key that is refused altogether shows in the next reads.
 */
export function reportFailure(
  deck: Deck,
  what: string,
  error: ApiError,
  of = what,
  from = deck.session.get(),
): void {
  // Replaces the message about an earlier try.
  deck.messages.settle(of);
  hearOutside(deck, error);
  noteLacking(from, error);
  const { text, now } = saidNow(from?.api, error, (advice) => {
    const { title, meaning, next } = advice;
    return `${what}: ${title} ${meaning} ${next}`;
  });
  deck.messages.say('error', text, { of, now });
  if (from === deck.session.get()) writeWantsLogin(deck, error);
}

/** Says what went well; a failure that was reported of the same `what` before is no longer so. */
export function reportDone(deck: Deck, what: string, text: string): void {
  deck.messages.settle(what);
  deck.messages.say('info', text);
}
