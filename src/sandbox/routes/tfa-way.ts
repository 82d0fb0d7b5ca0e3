import type { Call } from '../call.ts';
import type { Challenge, TfaMethodRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { findChallenge } from '../machines/challenge.ts';
import { activeMethods } from '../machines/tfa-methods.ts';
import type { Store } from '../store.ts';
import { type MethodWord, methodById, provable, readMethodWord, type Verification } from './tfa-fields.ts';

/** How somebody proves who they are. A text without a method goes to the number on file: a legacy account. */
export type Way =
  | { type: 'email' }
  | { type: 'totp'; method: TfaMethodRecord }
  | { type: 'sms'; method?: TfaMethodRecord; number: string };

/** Whether a secret is one that was handed out: by a login, by a pending authorization, or with a code. */
export const isKnownSecret = ({ state }: Store, secret: string): boolean =>
  state.logins.some((one) => one.secret === secret) ||
  state.pendingAuthorization?.secret === secret ||
  state.challenges.some((one) => one.secret === secret && one.usedAt === undefined);

/** The live challenge that a secret names on a channel; refuses with the reason when there is none. */
export function challengeOf(call: Call, secret: string, channel: Challenge['channel']): Challenge {
  const { store, now } = call;
  const known = isKnownSecret(store, secret);
  const found = findChallenge(store.state.challenges, { secret, channel, known }, now);
  if (found === '2fa_expired') reject(found, 'the code has expired, ask for a new one');
  if (found === 'no_challenge_found') reject(found, 'no code was sent yet');
  if (found === 'challenge_not_found') reject(found, 'no code was sent under this secret');
  return found;
}

/**
 * The way that a request chooses by method, by id, or by both; undefined when the account has no phone that a text
 * could go to. `fallback` is the method when none is named.
 */
export function chooseWay(store: Store, given: Verification, fallback?: MethodWord): Way | undefined {
  const word = readMethodWord(given.tfa_method, provable);
  const active = activeMethods(store.state.methods);
  const named = given.tfa_method_id === undefined ? undefined : methodById(store, given.tfa_method_id);
  const type = word ?? named?.method ?? fallback;
  if (type === undefined) reject('bad_request', '"tfa_method" is missing');
  if (named !== undefined && named.method !== type) {
    reject('bad_request', '"tfa_method_id" names a method of another type than "tfa_method"');
  }
  if (type === 'email') return { type };
  const candidates = named === undefined ? active.filter((one) => one.method === type) : [named];
  const [method] = candidates;
  if (candidates.length > 1) reject('bad_request', `"tfa_method_id" is missing: there are several ${type}`);
  if (type === 'totp') {
    return method === undefined
      ? reject('tfa_method_not_configured', 'this account has no authenticator')
      : { type, method };
  }
  if (method?.phoneNumber !== undefined) return { type, method, number: method.phoneNumber };
  const onFile = active.length === 0 ? store.state.account.phoneNumber : null;
  return onFile === null ? undefined : { type, number: onFile };
}
