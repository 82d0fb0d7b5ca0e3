import { type ApiError, type AuthReading, readAuth, readSessionAuth } from '../client/errors.ts';
import type { Deck } from './deck.ts';
import { currentRoute } from './route.ts';
import type { Session } from './services.ts';

/** Opens the two-factor login over where the person is; they come back there. Nothing when a flow is open already. */
export function openTfaLogin(deck: Deck, { admin = false } = {}): void {
  if (currentRoute(deck.nav.get()).screen === 'tfa') return;
  const goal = { kind: 'login', ...(admin ? { admin } : {}) } as const;
  deck.go({ go: 'push', route: { screen: 'tfa', goal } });
}

/** Sessions whose reads have led to the login. Once is enough: a person who left it is not sent there again. */
const led = new WeakSet<Session>();

/** What a refusal says of what `session` sends: its session key where it has one, else the API key. */
export const readingOf = (session: Session, error: ApiError): AuthReading | undefined =>
  session.verified !== undefined || session.keyless === true ? readSessionAuth(error) : readAuth(error);

/** Whether a refusal is about the two-factor session, the one in use or the one that is missing. */
export function isAboutSession(session: Session, reading: AuthReading | undefined): boolean {
  if (reading === 'two-factor-needed' || reading === 'session-over') return true;
  return reading === 'key-refused' && session.verified !== undefined;
}

/** Reads of `session` were refused for want of a two-factor session: leads to the login, once. */
export function readsWantLogin(deck: Deck, session: Session): void {
  if (led.has(session)) return;
  led.add(session);
  void leadToLogin(deck, session);
}

/** A write was refused. Where that is for want of a two-factor session it leads to the login; whether it did. */
export function writeWantsLogin(deck: Deck, error: ApiError): boolean {
  const session = deck.session.get();
  if (session === undefined || !isAboutSession(session, readingOf(session, error))) return false;
  void leadToLogin(deck, session);
  return true;
}

async function leadToLogin(deck: Deck, session: Session): Promise<void> {
  if (session.keyless === true) {
    const reason = 'The session of the web login is over, and there is no API key behind it.';
    if (currentRoute(deck.nav.get()).screen !== 'sign-in')
      deck.go({ go: 'push', route: { screen: 'sign-in', reason } });
    return;
  }
  if (session.verified === undefined) {
    deck.messages.say('warn', 'The account wants a two-factor login before it answers this key.');
  } else {
    // The client has let go of the session key already; from here on the screens know it too.
    const next = await deck.services.signIn.withSessionKey(session, undefined);
    if (deck.session.get() !== session) return;
    led.add(next);
    const key = `the API key …${session.keyTail} from ${session.source}`;
    deck.messages.say('warn', `The two-factor session is over: ${key} is used again. Verify to go on.`);
    deck.session.set(next);
  }
  const here = currentRoute(deck.nav.get());
  // A flow that is open leads to the login itself, and back to where the person is in it.
  if (here.screen === 'tfa') deck.tfa.runs.get(here)?.send({ kind: 'sessionOver' });
  else openTfaLogin(deck);
}
