import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BackupCode, Challenge, LockState, TfaMethodRecord } from '../../src/sandbox/entities.ts';
import { isWindowOpen, windowFrom } from '../../src/sandbox/machines/add-window.ts';
import { codesLeft, renewed, retired, spent } from '../../src/sandbox/machines/backup-codes.ts';
import { findChallenge, issued, liveText } from '../../src/sandbox/machines/challenge.ts';
import { afterWrongCode, lockAt, unlocked } from '../../src/sandbox/machines/lockout.ts';
import {
  activeMethods,
  isDuplicate,
  withMethod,
  withoutMethod,
  withPrimary,
} from '../../src/sandbox/machines/tfa-methods.ts';
import { checkTotp, cleanTotpSecret, newTotpSecret } from '../../src/sandbox/machines/totp.ts';

const now = 1_790_000_000_000;
const minutes = 60_000;
/** Chance that only counts on. */
const counting = () => {
  let n = 0;
  return () => {
    n = (n + 0.137) % 1;
    return n;
  };
};

describe('the lock of a method', () => {
  it('holds from the limit for fifteen minutes, whatever is tried meanwhile', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 20 * minutes })),
        (limit, waits) => {
          let lock: LockState = unlocked;
          let at = now;
          for (const wait of waits) {
            at += wait;
            const before = lockAt(lock, at);
            lock = afterWrongCode(lock, limit, at);
            expect(lock.failCount).toBeLessThanOrEqual(limit);
            expect(lock.lockedUntil === null).toBe(lock.failCount < limit);
            if (before.lockedUntil !== null) expect(lock).toEqual(before);
            else expect(lock.failCount).toBe(before.failCount + 1);
            if (lock.lockedUntil !== null) expect(lock.lockedUntil - at).toBeLessThan(15 * minutes + 1000);
          }
        },
      ),
    );
  });

  it('ends on a whole second and counts from nothing then', () => {
    const lock = afterWrongCode(unlocked, 1, now + 1);
    expect(lock.lockedUntil).toBe(now + 15 * minutes + 1000);
    expect(lockAt(lock, now + 15 * minutes)).toEqual(lock);
    expect(lockAt(lock, now + 15 * minutes + 1000)).toEqual({ failCount: 0, lockedUntil: null });
  });
});

describe('the window', () => {
  it('is open for thirty minutes less the last moment', () => {
    const until = windowFrom(now);
    expect(isWindowOpen(until, now)).toBe(true);
    expect(isWindowOpen(until, now + 30 * minutes - 1)).toBe(true);
    expect(isWindowOpen(until, now + 30 * minutes)).toBe(false);
    expect(isWindowOpen(null, now)).toBe(false);
  });
});

describe('backup codes', () => {
  it('any use and renewal: a code is good once, a set has ten, an old set none', () => {
    const step = fc.oneof(fc.constant('renew' as const), fc.constant('retire' as const), fc.nat(12));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const random = counting();
        let codes: BackupCode[] = [];
        let good: string[] = [];
        const dead: string[] = [];
        for (const one of steps) {
          if (one === 'renew') {
            const next = renewed(codes, random, now);
            dead.push(...good);
            expect(new Set(next.fresh).size).toBe(10);
            expect(next.fresh.filter((code) => dead.includes(code))).toEqual([]);
            codes = next.codes;
            good = [...next.fresh];
          } else if (one === 'retire') {
            codes = retired(codes, now);
            dead.push(...good.splice(0));
          } else {
            const code = good[one];
            const after = code === undefined ? undefined : spent(codes, code, now);
            if (code !== undefined) {
              expect(after).toBeDefined();
              codes = after ?? codes;
              dead.push(...good.splice(one, 1));
            }
          }
          expect(codesLeft(codes)).toBe(good.length);
          for (const code of dead.slice(-3)) expect(spent(codes, code, now)).toBeUndefined();
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('methods', () => {
  const step = fc.record({ act: fc.constantFrom('add', 'remove', 'primary'), which: fc.nat(5) });

  it('any sequence of changes leaves exactly one primary method, or none at all', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let methods: TfaMethodRecord[] = [];
        for (const [i, { act, which }] of steps.entries()) {
          const chosen = activeMethods(methods)[which];
          if (act === 'add') {
            const method = { id: i, method: 'totp', label: '', createdAt: now + i, lastUsed: null } as const;
            methods = withMethod(methods, method);
          } else if (chosen !== undefined) {
            methods =
              act === 'remove' ? withoutMethod(methods, chosen.id, now) : withPrimary(methods, chosen.id);
            if (act === 'primary') expect(methods.find((one) => one.primary)?.id).toBe(chosen.id);
          }
          const active = activeMethods(methods);
          expect(active.filter((one) => one.primary)).toHaveLength(Math.min(1, active.length));
          expect(methods.filter((one) => one.primary && one.deletedAt !== undefined)).toEqual([]);
        }
      }),
    );
  });

  it('are duplicates by number or secret, and not once they are deleted', () => {
    const phone = {
      id: 1,
      method: 'sms',
      label: '',
      phoneNumber: '+15555550123',
      createdAt: now,
      lastUsed: null,
    } as const;
    const methods = withMethod([], phone);
    expect(isDuplicate(methods, { phoneNumber: '+15555550123' })).toBe(true);
    expect(isDuplicate(methods, { phoneNumber: '+15555550124' })).toBe(false);
    expect(isDuplicate(methods, { totpSecret: 'A' })).toBe(false);
    expect(isDuplicate(withoutMethod(methods, 1, now), { phoneNumber: '+15555550123' })).toBe(false);
  });
});

describe('challenges', () => {
  const sent = (more: Partial<Challenge> = {}): Challenge => ({
    secret: 's',
    channel: 'sms',
    code: '123456',
    failCount: 0,
    createdAt: now,
    ...more,
  });
  const find = (challenges: Challenge[], at = now, known = false, channel: 'sms' | 'email' = 'sms') =>
    findChallenge(challenges, { secret: 's', channel, known }, at);

  it('are found by secret and channel for ten minutes', () => {
    expect(find([sent()])).toMatchObject({ code: '123456' });
    expect(find([sent()], now + 10 * minutes - 1)).toMatchObject({ code: '123456' });
    expect(find([sent()], now + 10 * minutes)).toBe('2fa_expired');
    expect(find([sent()], now, false, 'email')).toBe('no_challenge_found');
    expect(find([], now, true)).toBe('no_challenge_found');
    expect(find([])).toBe('challenge_not_found');
    expect(find([sent({ usedAt: now })])).toBe('challenge_not_found');
  });

  it('of one secret and channel take each other’s place', () => {
    const mail = sent({ channel: 'email', code: '222222' });
    const again = issued(issued([sent()], mail), sent({ code: '333333' }));
    expect(again.map((one) => one.code)).toEqual(['222222', '333333']);
  });

  it('the live text is the one that is neither used nor old', () => {
    expect(liveText([sent({ channel: 'email' })], now)).toBeUndefined();
    expect(liveText([sent({ usedAt: now })], now)).toBeUndefined();
    expect(liveText([sent({ createdAt: now - 10 * minutes })], now)).toBeUndefined();
    expect(liveText([sent()], now)?.secret).toBe('s');
  });
});

describe('the codes of an authenticator', () => {
  // RFC 6238, appendix B: SHA-1, last six digits.
  const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s', (seconds, code) => {
    expect(checkTotp(rfc, code, seconds * 1000)).toBe(true);
    expect(checkTotp(rfc, code, (seconds + 90) * 1000)).toBe(false);
  });

  it('are wrong in any other form, and the secret must be one', () => {
    for (const code of ['28708', '2870822', '28708a', '', ' 287082']) {
      expect(checkTotp(rfc, code, 59_000)).toBe(false);
    }
    for (const secret of ['', 'GEZDGNBV', '0189', 'not a secret!']) {
      expect(checkTotp(secret, '287082', 59_000)).toBeUndefined();
    }
  });

  it('C049 a secret is the same with blanks, small letters and padding', () => {
    expect(cleanTotpSecret('gezd gnbv-gy3t qojq gezd gnbv gy3t qojq==')).toBe(rfc);
    expect(checkTotp(cleanTotpSecret(newTotpSecret(counting()).toLowerCase()), '000000', now)).toBeTypeOf(
      'boolean',
    );
  });
});
