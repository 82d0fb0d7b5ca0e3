import type { AccountSecrets, Kept } from './account-secrets.ts';
import type { SessionBegun } from './kept-session.ts';
import type { SecretHome, StoreResult } from './secret-store.ts';

/** What is known of a session in use. */
export type SessionInUse = SessionBegun & { home: SecretHome };

/**
 * The two-factor session of one account. While there is one, its key is the Bearer of every call but the login
 * itself (interface.md, POST /api/v0/tfa/: a request with the API key gives the session_key).
 */
export type TfaSession = {
  /** What a call is sent with; undefined for an account without a key. */
  bearer(options?: { login?: boolean }): string | undefined;
  inUse(): SessionInUse | undefined;
  /** Takes up the session that was kept in an earlier run, if there is one. */
  resume(): Promise<void>;
  /** Takes up a session that begins now, and keeps its key in `home`, else where the API key is. */
  begin(sessionKey: string, begun: SessionBegun, home?: SecretHome): Promise<Kept>;
  /** Goes back to the API key and forgets the session key everywhere. */
  end(): Promise<StoreResult<boolean>>;
  /** The same, if it was the session key that the service refused; whether it was. */
  refuse(bearer: string): Promise<StoreResult<boolean>> | undefined;
};

export function tfaSession(apiKey: string | undefined, secrets: AccountSecrets): TfaSession {
  let session: ({ key: string } & SessionInUse) | undefined;
  return {
    bearer: ({ login = false } = {}) => (login ? apiKey : (session?.key ?? apiKey)),
    inUse() {
      if (session === undefined) return undefined;
      const { key: _, ...known } = session;
      return known;
    },
    async resume() {
      const kept = await secrets.keptSession();
      if (kept !== undefined) session ??= kept;
    },
    async begin(key, begun, home) {
      // From here on, whatever the home says: a login is not asked for twice because a keyring is slow.
      session = { ...begun, key, home: home ?? secrets.home };
      const kept = await secrets.keepSessionKey(key, begun, home);
      if (session?.key === key) session = { ...session, home: kept.home };
      return kept;
    },
    end() {
      session = undefined;
      return secrets.dropSessionKey();
    },
    refuse(bearer) {
      // An answer to an older Bearer says nothing of the session that has begun since.
      if (session?.key !== bearer) return undefined;
      session = undefined;
      // Another rigdeck may have kept the key of a new login meanwhile.
      return secrets.dropSessionKey(bearer);
    },
  };
}
