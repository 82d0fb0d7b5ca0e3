import { useEffect } from 'react';
import type { AuthReading } from '../../client/errors.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import { currentRoute } from '../../engine/route.ts';
import type { Session } from '../../engine/services.ts';
import { isAboutSession, readingOf, readsWantLogin } from '../../engine/tfa-login.ts';
import { useInstances, useUser } from '../resources.ts';
import { useBootRecords } from '../use-boot-history.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useUnkeptKeysSaid } from '../use-unkept-keys.ts';
import { useWorkerRecords } from '../use-workers-seen.ts';
import { useLoggedOut } from './use-logged-out.ts';
import { useOutage } from './use-outage.ts';

/**
 * Leads to Sign-in when the service no longer takes the key, and to the two-factor login when that stands before its
 * answers. Keeps what the reads that go on under every screen tell: an outage, the states of a boot, and who
 * is a worker. Draws nothing.
 */
export function AuthWatch() {
  const deck = useDeck();
  const session = useSession();
  const user = useUser();
  const instances = useInstances();
  useLoggedOut();
  useOutage();
  useUnkeptKeysSaid();
  useBootRecords(dataOf(instances)?.instances);
  useWorkerRecords(dataOf(instances)?.instances);
  const reading = session && judge(readOf(session, user), readOf(session, instances));
  useEffect(() => {
    if (session === undefined || reading === undefined) return;
    if (isAboutSession(session, reading)) return readsWantLogin(deck, session);
    if (reading === 'key-refused' && currentRoute(deck.nav.get()).screen !== 'sign-in') {
      const key = `The key ...${session.keyTail} from ${session.source}`;
      deck.go({
        go: 'push',
        route: { screen: 'sign-in', reason: `${key} was not accepted: mistyped, revoked or expired.` },
      });
    }
  }, [deck, session, reading]);
  const note = session?.verified?.note;
  useEffect(() => {
    if (note !== undefined) deck.messages.say('warn', `The session key lasts for this run only. ${note}`);
  }, [deck, note]);
  return null;
}

const readOf = (session: Session, loadable: Loadable<unknown>): AuthReading | undefined =>
  loadable.state === 'failed' ? readingOf(session, loadable.error) : undefined;

/** What two reads say together. A key that may not read the account is narrow; one that may read nothing is refused. */
function judge(account: AuthReading | undefined, machines: AuthReading | undefined): AuthReading | undefined {
  const wanting = [account, machines].find(
    (reading) => reading === 'two-factor-needed' || reading === 'session-over',
  );
  if (wanting !== undefined) return wanting;
  const narrow = (reading: AuthReading | undefined) =>
    reading === 'under-scoped' || reading === 'key-refused';
  if (narrow(account) && narrow(machines)) return 'key-refused';
  return account === machines ? account : undefined;
}
