import type { Deck } from './deck.ts';
import { keyOf, type Session } from './services.ts';

/** Whether this is to be said of an account now: once in this run, however often the account is opened. */
export function saysOnce({ saidOnce }: Pick<Deck, 'saidOnce'>, what: string, session: Session): boolean {
  const of = `${what} ${keyOf(session)}`;
  const isFirst = !saidOnce.has(of);
  saidOnce.add(of);
  return isFirst;
}
