import type { ApiError } from '../client/errors.ts';
import { hearOutside } from '../hooks/outside-texts.ts';
import type { Deck } from './deck.ts';
import { saidNow } from './held-calls.ts';
import { noteLacking } from './lacking.ts';
import { writeWantsLogin } from './tfa-login.ts';

/**
 * Says what became of a write that failed, in a message `of` it; remembers a permission that the key lacks for it, and
 * leads to the two-factor login where that is what it lacked. A key that is refused altogether shows by the reads that
 * follow.
 */
export function reportFailure(deck: Deck, what: string, error: ApiError, of = what): void {
  // What was said of an earlier try is told by this one.
  deck.messages.settle(of);
  hearOutside(deck, error);
  noteLacking(deck.session.get(), error);
  const { text, now } = saidNow(deck.session.get()?.api, error, (advice) => {
    const { title, meaning, next } = advice;
    return `${what}: ${title} ${meaning} ${next}`;
  });
  deck.messages.say('error', text, { of, now });
  writeWantsLogin(deck, error);
}

/** Says what went well; a failure that was reported of the same `what` before is no longer so. */
export function reportDone(deck: Deck, what: string, text: string): void {
  deck.messages.settle(what);
  deck.messages.say('info', text);
}
