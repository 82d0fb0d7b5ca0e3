import type { Client } from '../client/client-type.ts';
import type { Account, RentJournal } from '../commands/cli/context.ts';
import type { Session } from '../engine/services.ts';
import { rehearsalPort } from './rehearsal.ts';

/** What belongs to a session and is no business of a screen. */
export type Behind = {
  /** None for somebody logged out who has given no key. */
  account?: Account;
  /** Its own journal, where it must not share the program's: a sandbox beside a real account. */
  journal?: RentJournal;
};

/** By client and not by session, so that a copy of a session still leads here. */
const behind = new WeakMap<Client, Behind>();

/** The session of an account, as screens know it. */
export function toSession(account: Account, own: { journal?: RentJournal } = {}): Session {
  const { api, baseUrl, source, profile, colour, readOnly, sandbox, service, session } = account;
  behind.set(api, { account, ...own });
  const verified = session.inUse();
  return {
    api,
    profile: profile ?? hostOf(baseUrl),
    ...(colour !== undefined && { colour }),
    baseUrl,
    keyTail: source.last4,
    source: source.label,
    readOnly,
    sandbox,
    ...(verified && { verified }),
    ...(service && { rehearsal: rehearsalPort(service) }),
  };
}

/** The service of a session or of a base URL as somebody logged out sees it; `api` carries no key. */
export function loggedOutSession(
  from: Session | { baseUrl: string; readOnly: boolean },
  { api, tfaSecret, account }: { api: Client; tfaSecret: string; account?: Account | undefined },
): Session {
  const { baseUrl } = from;
  const known: Session =
    'api' in from
      ? from
      : {
          api,
          baseUrl,
          profile: hostOf(baseUrl),
          keyTail: '',
          source: '',
          readOnly: from.readOnly,
          sandbox: false,
        };
  const { verified: _, ...session } = known;
  const own = 'api' in from ? behind.get(from.api) : undefined;
  behind.set(api, { ...own, ...(account && { account }) });
  return { ...session, api, loggedOut: { tfaSecret } };
}

/** What stands behind a session, whose account is known. */
export function behindSession(session: Session): Behind & { account: Account } {
  const { account, ...rest } = behind.get(session.api) ?? {};
  if (account === undefined) throw new Error('a session was used that no account stands behind');
  return { account, ...rest };
}

/** The account behind a session; none for somebody logged out who has given no key. */
export const accountBehind = (session: Session): Account | undefined => behind.get(session.api)?.account;

/** Without a profile the corner of the screen names the service. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
