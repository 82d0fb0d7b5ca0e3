import { describe, expect, it } from 'vitest';
import { defaultKeymap, keyNames } from '../../src/engine/keymap.ts';
import { blockedReasons, type Standing, securityActs } from '../../src/screens/two-factor/blocked.ts';

const free: Standing = {
  readOnly: false,
  lacksWrite: false,
  trouble: undefined,
  protection: 'on',
  method: { primary: false },
  pending: false,
  session: 'verified',
  keyName: keyNames(defaultKeymap),
};
const blocked = (change: Partial<Standing>) =>
  securityActs.filter((id) => blockedReasons({ ...free, ...change })[id] !== undefined);
const writes = securityActs.filter((id) => id !== 'security.sign-out');
const onMethod = ['security.label', 'security.primary', 'security.remove'];

describe('what stands in the way of a key on Security', () => {
  it('is nothing when two-factor is on and the cursor is on a method that is not primary', () => {
    expect(blocked({})).toEqual([]);
  });

  it.each([
    ['read-only', { readOnly: true }, /read-only/],
    ['a key that was refused a write', { lacksWrite: true }, /user_write/],
  ] as const)('is %s, for everything that the service would be asked to change', (_why, change, words) => {
    expect(blocked({ ...change, session: 'key' })).toEqual(securityActs);
    const reasons = blockedReasons({ ...free, ...change, session: 'key' });
    for (const id of writes) expect(reasons[id]).toMatch(words);
  });

  it('is never a refusal for the login that a refused session may need', () => {
    expect(blocked({ lacksWrite: true })).toEqual(writes.filter((id) => id !== 'security.verify'));
  });

  it('is a status that cannot be read, but never for the login that may make it readable', () => {
    const reason = 'The two-factor status is not known: r asks again';
    const reasons = blockedReasons({ ...free, protection: undefined, trouble: reason, method: undefined });
    expect(reasons['security.add']).toBe(reason);
    expect(reasons['security.codes']).toBe(reason);
    expect(reasons['security.verify']).toBeUndefined();
  });

  it('is the wait for the first status', () => {
    expect(blockedReasons({ ...free, protection: undefined, method: undefined })['security.add']).toMatch(
      /still being asked/,
    );
  });

  it('is two-factor being off, with what to press instead', () => {
    const off = { protection: 'off', method: undefined } as const;
    expect(blocked(off)).toEqual([...onMethod, 'security.codes', 'security.verify'].sort(byPlace));
    expect(blockedReasons({ ...free, ...off })['security.label']).toMatch(/add a method first \(a\)/);
  });

  it('C054 is an account of the old kind, which leaves new backup codes, adding and the login open', () => {
    const legacy = { protection: 'legacy', method: undefined } as const;
    expect(blocked(legacy)).toEqual(onMethod);
    expect(blockedReasons({ ...free, ...legacy })['security.remove']).toMatch(/new backup codes first \(B\)/);
  });

  it('is a change under way, for a second one', () => {
    expect(blocked({ pending: true })).toEqual(onMethod);
  });

  it('is being primary already', () => {
    expect(blocked({ method: { primary: true } })).toEqual(['security.primary']);
  });

  it('is having no session to end, and a web login that has no key behind it', () => {
    expect(blocked({ session: 'key' })).toEqual(['security.sign-out']);
    expect(blocked({ session: 'web' })).toEqual(['security.verify', 'security.sign-out']);
  });
});

const byPlace = (a: string, b: string) =>
  (securityActs as readonly string[]).indexOf(a) - (securityActs as readonly string[]).indexOf(b);
