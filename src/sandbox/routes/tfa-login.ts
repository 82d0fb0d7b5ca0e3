import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { permissionsOf } from '../auth.ts';
import { flag, optional, readShape } from '../body.ts';
import type { Call } from '../call.ts';
import { reject } from '../errors.ts';
import { codesLeft } from '../machines/backup-codes.ts';
import { presentUser } from '../present.ts';
import type { Reply } from '../reply.ts';
import { provable, readMethodWord, verification } from './tfa-fields.ts';
import { prove } from './tfa-proof.ts';
import { isKnownSecret } from './tfa-way.ts';

/** Lets a call without a Bearer token through by the secret in its body, as far as one was handed out. */
export function knowBySecret({ store, body, now }: Call): void {
  const { secret } = body;
  if (secret === undefined || secret === null || secret === '') {
    reject('missing_auth_value', 'both the secret and the Bearer token are missing', { status: 401 });
  }
  if (typeof secret !== 'string') reject('bad_request', '"secret" has the wrong type');
  const login = store.state.logins.find((one) => one.secret === secret);
  if (login !== undefined && now - login.createdAt >= assumptions.pendingLogin * 1000) {
    reject('auth_error', 'Session expired. Please log in again.');
  }
  if (!isKnownSecret(store, secret)) reject('challenge_not_found', 'this secret is not known');
}

const shape = v.object({ ...verification, admin: optional(flag) });

/**
 * `POST /api/v0/tfa/`: the second step of a login. A caller with a key gets a `session_key` in the body; one that
 * is logged out gets a session by cookie and header.
 */
export function login(call: Call): Reply {
  const { store, now, principal } = call;
  const { state } = store;
  const given = readShape(shape, call.body);
  readMethodWord(given.tfa_method, provable);
  const admin = given.admin ?? false;
  if (admin && !state.account.admin) reject('auth_error', 'this account may not open an admin session');
  const legacy = state.account.tfaStatus === 'legacy';

  const way = prove(call, given, '2fa_login_failed', 'sms');
  const left = codesLeft(state.backupCodes);
  const value = store.secret(64);
  const loggedOut = principal.kind === 'nobody';
  const permissions = permissionsOf(principal);
  const via = loggedOut ? 'ui' : 'cli';
  state.sessions.push({ value, via, admin, permissions, createdAt: now, expired: false });
  if (given.secret !== undefined) endLogin(call, given.secret);
  return {
    body: {
      ...presentUser(state.account),
      ...(loggedOut ? {} : { session_key: value }),
      ...(way === undefined && left > 0 ? { backup_codes_remaining: left } : {}),
      ...(legacy ? { legacy_tfa_user: true } : {}),
    },
    ...(loggedOut
      ? {
          headers: {
            'Set-Cookie': `session=${value}; Path=/; HttpOnly; SameSite=Lax`,
            'X-Session-Key': value,
          },
        }
      : {}),
  };
}

/** A secret is good for one login; codes that were sent under it are, too. */
function endLogin({ store, now }: Call, secret: string): void {
  const { state } = store;
  state.logins = state.logins.filter((one) => one.secret !== secret);
  state.challenges = state.challenges.map((one) =>
    one.secret === secret && one.usedAt === undefined ? { ...one, usedAt: now } : one,
  );
}
