import type { ClientSettings } from '../client/client.ts';
import type { Client } from '../client/client-type.ts';
import { endsSession } from '../client/errors.ts';
import type { Account, AccountGiven } from '../commands/cli/context.ts';
import { accountSecrets } from '../platform/credentials/account-secrets.ts';
import { keyFingerprint, type SecretStores } from '../platform/credentials/secret-store.ts';
import { tfaSession } from '../platform/credentials/tfa-session.ts';

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
