import type { LockState } from '../entities.ts';

/**
 * The lock of a method (interface.md, 2FA authorization window and Limits): wrong codes in a row reach a limit,
 * and for fifteen minutes no code is taken, right or wrong. Other methods are not concerned. Moments are ms.
 */
const lockMs = 15 * 60_000;

export const unlocked: LockState = { failCount: 0, lockedUntil: null };

/** What a lock has come to at a moment: one that has ended counts from nothing again. */
export function lockAt(lock: LockState, now: number): LockState {
  const { failCount, lockedUntil } = lock;
  if (lockedUntil === null) return { failCount, lockedUntil };
  return now < lockedUntil ? { failCount, lockedUntil } : unlocked;
}

/** What `limit` wrong codes in a row come to. */
export const lockedNow = (limit: number, now: number): LockState =>
  afterWrongCode({ failCount: limit - 1, lockedUntil: null }, limit, now);

/** One more wrong code; `limit` of them lock. The end falls on a whole second, as the answers give it. */
export function afterWrongCode(lock: LockState, limit: number, now: number): LockState {
  const { failCount, lockedUntil } = lockAt(lock, now);
  if (lockedUntil !== null) return { failCount, lockedUntil };
  const count = failCount + 1;
  return { failCount: count, lockedUntil: count < limit ? null : Math.ceil((now + lockMs) / 1000) * 1000 };
}
