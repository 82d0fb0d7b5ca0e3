import { assumptions } from '../assumptions.ts';
import type { Call } from '../call.ts';
import type { Challenge, LockState } from '../entities.ts';
import { reject } from '../errors.ts';
import { spent } from '../machines/backup-codes.ts';
import { exchanged } from '../machines/challenge.ts';
import { afterWrongCode, lockAt, unlocked } from '../machines/lockout.ts';
import { withChange } from '../machines/tfa-methods.ts';
import { checkTotp } from '../machines/totp.ts';
import type { Store } from '../store.ts';
import type { MethodWord, Verification } from './tfa-fields.ts';
import { challengeOf, chooseWay, type Way } from './tfa-way.ts';

/** What a wrong code is called: a login has a code of its own. */
export type Failure = '2fa_login_failed' | '2fa_verification_failed';

/**
 * Lets a request prove itself by a backup code or by a code; the proof is used up. Refuses with `failure` for a wrong
 * code, and with what interface.md has for everything else. Answers the way, or undefined for a backup code.
 */
export function prove(
  call: Call,
  given: Verification,
  failure: Failure,
  fallback?: MethodWord,
): Way | undefined {
  if (given.backup_code !== undefined) {
    spendBackupCode(call, given.backup_code);
    return undefined;
  }
  if (given.code === undefined) return reject('missing_auth_value', '"code" or "backup_code" is missing');
  const way = chooseWay(call.store, given, fallback);
  if (way === undefined) {
    reject(failure, 'this account has no number that a text could go to', {
      extra: { fail_count: 0, locked_until: null },
    });
  }
  checkCode(call, way, { code: given.code, secret: given.secret }, failure);
  return way;
}

export function spendBackupCode({ store, now }: Call, code: string): void {
  const codes = spent(store.state.backupCodes, code.trim(), now);
  if (codes === undefined) reject('invalid_backup_code', 'the backup code is wrong or was used');
  store.state.backupCodes = codes;
}

/** Checks a code that was sent or that an authenticator shows. A right one counts as used, a wrong one is counted. */
export function checkCode(
  call: Call,
  way: Way,
  given: { code: string; secret: string | undefined },
  failure: Failure,
): void {
  const { store, now } = call;
  if (way.type !== 'totp' && given.secret === undefined) reject('bad_request', '"secret" is missing');
  const lock = lockAt(lockOf(store, way), now);
  if (lock.lockedUntil !== null) refuseLocked(lock);
  if (way.type === 'totp') {
    const right = checkTotp(way.method.totpSecret ?? '', given.code, now);
    if (right === undefined) reject('tfa_method_not_configured', 'the authenticator must be set up again');
    if (!right) wrongCode(call, way, failure);
  } else {
    const challenge = challengeOf(call, given.secret ?? '', way.type);
    if (way.type === 'sms' && challenge.phoneNumber !== way.number) {
      reject('phone_number_mismatch', 'the code was sent to another number');
    }
    if (challenge.code !== given.code) wrongCode(call, way, failure, challenge);
    consume(store, challenge, now);
  }
  keepLock(store, way, unlocked);
  if (way.type !== 'email' && way.method !== undefined) {
    store.state.methods = withChange(store.state.methods, way.method.id, { lastUsed: now });
  }
}

export function consume(store: Store, challenge: Challenge, now: number): void {
  store.state.challenges = exchanged(store.state.challenges, challenge, { ...challenge, usedAt: now });
}

/** Counts a wrong code of a challenge that no method stands behind; answers how many there were. */
export function countOnChallenge(store: Store, challenge: Challenge): number {
  const failCount = challenge.failCount + 1;
  store.state.challenges = exchanged(store.state.challenges, challenge, { ...challenge, failCount });
  return failCount;
}

export const refuseCode = (failure: Failure, failCount: number): never =>
  reject(failure, 'the code is wrong', { extra: { fail_count: failCount, locked_until: null } });

function wrongCode(call: Call, way: Way, failure: Failure, challenge?: Challenge): never {
  const { store, now } = call;
  if (way.type === 'email') {
    return refuseCode(failure, challenge === undefined ? 1 : countOnChallenge(store, challenge));
  }
  const lock = afterWrongCode(lockOf(store, way), assumptions.failuresBeforeLock[way.type], now);
  keepLock(store, way, lock);
  // The code that reaches the limit is told so at once.
  return lock.lockedUntil === null ? refuseCode(failure, lock.failCount) : refuseLocked(lock);
}

const refuseLocked = (lock: LockState): never =>
  reject('tfa_locked', 'too many wrong codes, this method is locked for 15 minutes', {
    extra: { fail_count: lock.failCount, locked_until: (lock.lockedUntil ?? 0) / 1000 },
  });

const lockOf = ({ state }: Store, way: Way): LockState =>
  way.type === 'email' ? unlocked : (way.method ?? state.phoneOnFile);

function keepLock({ state }: Store, way: Way, lock: LockState): void {
  if (way.type === 'email') return;
  if (way.method === undefined) state.phoneOnFile = lock;
  else state.methods = withChange(state.methods, way.method.id, lock);
}
