import { useEffect } from 'react';
import { type AuthReading, readAuth } from '../client/auth-reading.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { useInstances, useUser } from '../hooks/resources.ts';
import type { Loadable } from '../loadable.ts';
import { currentRoute } from '../route.ts';

/** Leads to Sign-in when the service no longer takes the key, and says which key that was. Draws nothing. */
export function AuthWatch() {
  const deck = useDeck();
  const session = useSession();
  const user = useUser();
  const instances = useInstances();
  const read = (loadable: Loadable<unknown>) =>
    loadable.state === 'failed' ? readAuth(loadable.error) : undefined;
  const [account, machines] = [read(user), read(instances)];
  // A key that may not read the account is narrow; one that may read nothing at all is refused.
  const narrow = (reading: AuthReading | undefined) =>
    reading === 'under-scoped' || reading === 'key-refused';
  const reading =
    narrow(account) && narrow(machines) ? 'key-refused' : account === machines ? account : undefined;
  useEffect(() => {
    if (session === undefined || reading === undefined) return;
    const key = `The key ...${session.keyTail} from ${session.source}`;
    if (reading === 'key-refused' && currentRoute(deck.nav.get()).screen !== 'sign-in') {
      deck.go({
        go: 'push',
        route: { screen: 'sign-in', reason: `${key} was not accepted: mistyped, revoked or expired.` },
      });
    }
    if (reading === 'two-factor-needed' || reading === 'session-over') {
      deck.messages.say('error', 'The account asks for two-factor verification before it answers this key.');
    }
  }, [deck, session, reading]);
  return null;
}
