import type { Client } from '../client/client-type.ts';
import type { Account } from '../composition.ts';
import type { AccountSecrets } from '../credentials/account-secrets.ts';
import type { Watches } from '../local/watches.ts';
import type { Session } from '../services.ts';
import { rehearsalPort } from './rehearsal.ts';

/** What belongs to a session and is no business of a screen. */
export type Behind = {
  /** From keyFingerprint. */
  keyId: string;
  secrets: AccountSecrets;
  /** Its own list of rents, where it must not share the program's: a sandbox beside a real account. */
  watches?: Watches;
};

/** By client and not by session, so that a copy of a session still leads here. */
const behind = new WeakMap<Client, Behind>();

/** The session of an account, as screens know it. */
export function toSession(account: Account, own: { watches?: Watches } = {}): Session {
  const { api, baseUrl, keyId, source, profile, readOnly, sandbox, secrets, service } = account;
  behind.set(api, { keyId, secrets, ...(own.watches && { watches: own.watches }) });
  return {
    api,
    profile: profile ?? hostOf(baseUrl),
    baseUrl,
    keyTail: source.last4,
    source: source.label,
    readOnly,
    sandbox,
    ...(service && { rehearsal: rehearsalPort(service) }),
  };
}

/** What stands behind a session that `toSession` made. */
export function behindSession(session: Session): Behind {
  const found = behind.get(session.api);
  if (found === undefined) throw new Error('a session was used that no account stands behind');
  return found;
}

/** Without a profile the corner of the screen names the service. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
