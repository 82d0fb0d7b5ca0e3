import { endsSession } from '../client/auth-reading.ts';
import type { ClientSettings } from '../client/client.ts';
import type { Client } from '../client/client-type.ts';
import { type AccountSecrets, accountSecrets } from '../platform/credentials/account-secrets.ts';
import type { ProfileColour } from '../platform/credentials/profiles.ts';
import { keyFingerprint, type SecretHome, type SecretStores } from '../platform/credentials/secret-store.ts';
import type { CredentialSource } from '../platform/credentials/sources.ts';
import { type TfaSession, tfaSession } from '../platform/credentials/tfa-session.ts';
import type { Sandbox } from '../sandbox/index.ts';

/** An account to work with, and what belongs to it. */
export type Account = {
  /** Its calls carry the session key of a two-factor login where there is one, else the API key. */
  api: Client;
  baseUrl: string;
  /** From keyFingerprint. */
  keyId: string;
  source: CredentialSource;
  /** Name of the profile, if one is in use. */
  profile?: string;
  /** The colour of the profile's name. */
  colour?: ProfileColour;
  readOnly: boolean;
  sandbox: boolean;
  secrets: AccountSecrets;
  session: TfaSession;
  /** The same service without any key: for the two-factor calls of somebody logged out. */
  loggedOut: Client;
  /** Something odd about the key, in one sentence. */
  warning?: string;
  /** The service itself, when it is the sandbox in this process. */
  service?: Sandbox;
};

export type AccountGiven = Pick<Account, 'baseUrl' | 'source' | 'readOnly' | 'sandbox'> &
  Partial<Pick<Account, 'profile' | 'colour' | 'warning' | 'service'>> & {
    apiKey: string;
    /** Where what belongs to the key is kept. */
    home: SecretHome;
    /** `apiKey` is the session key of a web login: no API key stands behind it. */
    webLogin?: true;
  };

export type AccountParts = {
  stores: SecretStores;
  connect: (
    settings: Pick<ClientSettings, 'baseUrl' | 'bearer' | 'isSession' | 'heardRefusal' | 'readOnly'>,
  ) => Client;
  readOnly: () => boolean;
  /** Something that has to be written before the program ends. */
  pending: (work: Promise<unknown>) => void;
};

/**
 * An account over its key. A session key that the service refuses is let go of at once and everywhere, and the next
 * call goes out with the API key again; whoever made the refused call hears of it by the error.
 */
export function makeAccount(given: AccountGiven, parts: AccountParts): Account {
  const { apiKey, home, webLogin = false, ...rest } = given;
  const { baseUrl } = rest;
  const { stores, connect, readOnly, pending } = parts;
  const keyId = keyFingerprint(apiKey);
  const secrets = accountSecrets({ stores, home, baseUrl, keyId });
  const session = tfaSession(apiKey, secrets);
  const api = connect({
    baseUrl,
    readOnly,
    bearer: (call) => session.bearer({ login: call === 'tfaLogin' }),
    isSession: (bearer) => webLogin || bearer !== apiKey,
    heardRefusal: (error, bearer) => {
      const dropped = endsSession(error) ? session.refuse(bearer) : undefined;
      if (dropped !== undefined) pending(dropped);
    },
  });
  const loggedOut = connect({ baseUrl, readOnly, bearer: () => undefined });
  return { ...rest, api, loggedOut, keyId, secrets, session };
}
