import type { Composition } from '../commands/cli/context.ts';
import type { Session, Verified } from '../engine/services.ts';
import { lastFour } from '../platform/credentials/secret-store.ts';
import { accountBehind, loggedOutSession, toSession } from './session.ts';

/**
 * A session that goes on with the session key of a two-factor login, or without one. For an account with an API key
 * that key is kept and comes back when the session is over; a web login has nothing else.
 */
export async function withSessionKey(
  { clock, log, redactor, makeAccount }: Pick<Composition, 'clock' | 'log' | 'redactor' | 'makeAccount'>,
  session: Session,
  sessionKey: string | undefined,
  { by, home }: Partial<Pick<Verified, 'by' | 'home'>> = {},
): Promise<Session> {
  redactor.add(sessionKey);
  const begun = { at: clock.now() + session.api.clockOffsetMs(), ...(by && { by }) };
  const account = accountBehind(session);
  if (account === undefined) {
    if (sessionKey === undefined) return session;
    const source = { kind: 'memory', label: 'a web login', last4: lastFour(sessionKey) } as const;
    const opened = makeAccount({
      apiKey: sessionKey,
      baseUrl: session.baseUrl,
      source,
      home: 'memory',
      webLogin: true,
    });
    return {
      ...toSession(opened),
      verified: { ...begun, home: 'memory' },
      keyless: true,
    };
  }
  if (sessionKey === undefined) {
    const dropped = await account.session.end();
    if (!dropped.ok) log.warn('session key not deleted', { why: dropped.failure.message });
    return asBefore(session, account.api);
  }
  const { failure } = await account.session.begin(sessionKey, begun, home);
  if (failure) log.warn('session key kept in memory only', { why: failure.message });
  const verified = account.session.inUse();
  return {
    ...asBefore(session, account.api),
    ...(verified && {
      verified: { ...verified, ...(failure && { note: `${failure.message} ${failure.next}` }) },
    }),
  };
}

/** A new object each time: what was read with the Bearer before is read anew. */
function asBefore(session: Session, api: Session['api']): Session {
  const { verified: _, loggedOut: __, ...rest } = session;
  return { ...rest, api };
}

/** Somebody logged out, as a two-factor login that a web login began sees the service (2FA matrix). */
export function loggedOut(
  composition: Pick<Composition, 'connect' | 'readOnly' | 'redactor'>,
  from: Session | { baseUrl: string },
  tfaSecret: string,
): Session {
  composition.redactor.add(tfaSecret);
  const account = 'api' in from ? accountBehind(from) : undefined;
  const api = account?.loggedOut ?? composition.connect({ baseUrl: from.baseUrl });
  const seen = 'api' in from ? from : { baseUrl: from.baseUrl, readOnly: composition.readOnly() };
  return loggedOutSession(seen, { api, tfaSecret, account });
}
