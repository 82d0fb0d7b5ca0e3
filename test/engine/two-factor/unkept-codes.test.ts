import { describe, expect, test } from 'vitest';
import type { TfaCall } from '../../../src/engine/two-factor/tfa-flow.ts';
import { settlesCodes, type UnkeptMark, withMark } from '../../../src/engine/two-factor/unkept-codes.ts';
import { drive, failureOf, noon, sms, statusWith, tenCodes, totp } from '../tfa-driver.ts';

function markFrom(before?: number) {
  let since = before;
  const mark: UnkeptMark = {
    since: () => since,
    note: async (at) => {
      since = at;
    },
    drop: async () => {
      since = undefined;
    },
  };
  return mark;
}

const regen: TfaCall = { name: 'regen', body: { tfa_method: 'totp', code: '123456' } };
const confirmNew: TfaCall = { name: 'confirmNew', body: { tfa_method: 'totp', code: '123456', secret: 's' } };
const reply = async () => ({ kind: 'reply' as const, id: 1, reply: { msg: 'success' } });
const failed = (error = failureOf('regen', 'tfa_locked')) => ({ kind: 'failed' as const, id: 1, error });

describe('a call that may bring backup codes', () => {
  test('is made under the mark, which stays', async () => {
    const mark = markFrom();
    const during = withMark(mark, { call: regen, status: statusWith([totp]), now: noon }, async () => {
      expect(mark.since()).toBe(noon);
      return reply();
    });
    expect(await during).toMatchObject({ kind: 'reply' });
    expect(mark.since()).toBe(noon);
  });

  test.each([undefined, 7])('leaves the mark as it was (%s) when the service refused', async (before) => {
    const mark = markFrom(before);
    await withMark(mark, { call: regen, status: undefined, now: noon }, async () => failed());
    expect(mark.since()).toBe(before);
  });

  test.each(['timeout', 'aborted', 'shape'] as const)(
    'keeps the mark when its answer is lost: %s',
    async (kind) => {
      const mark = markFrom();
      const lost = failed({ kind, endpoint: 'tfaRegenBackupCodes' });
      await withMark(mark, { call: regen, status: undefined, now: noon }, async () => lost);
      expect(mark.since()).toBe(noon);
    },
  );

  test('is the confirmation of the first method alone', async () => {
    const mark = markFrom();
    await withMark(mark, { call: confirmNew, status: statusWith([totp]), now: noon }, reply);
    expect(mark.since()).toBeUndefined();
    await withMark(mark, { call: confirmNew, status: statusWith([]), now: noon }, reply);
    expect(mark.since()).toBe(noon);
  });
});

describe('the mark is settled', () => {
  const backup = { kind: 'choose', way: { kind: 'backup' } } as const;
  const code = tenCodes[0] as string;

  test.each([
    ['a login by a backup code', { kind: 'login' }, { msg: 'ok', session_key: 'k' }, true],
    [
      'the removal of a method by one',
      { kind: 'remove', targetId: 4 },
      { msg: 'ok', remaining_methods: 1 },
      true,
    ],
    [
      'new codes by one, which are yet to be kept',
      { kind: 'regen' },
      { msg: 'ok', backup_codes: tenCodes },
      false,
    ],
  ] as const)('or not by %s', (_, goal, answer, settled) => {
    const flow = drive(goal)
      .reply(statusWith([totp, sms]))
      .do(backup)
      .submit(code);
    const was = flow.state;
    expect(settlesCodes(was, flow.reply(answer).state)).toBe(settled);
  });

  test('when the last method is removed, and not by one that leaves others', () => {
    const removal = (methods: (typeof totp)[], remaining: { remaining_methods?: number }) => {
      const flow = drive({ kind: 'remove', targetId: 7, turnOff: true }).reply(statusWith(methods));
      flow.do({ kind: 'choose', way: { kind: 'totp', id: 7 } }).submit('123456');
      const was = flow.state;
      return settlesCodes(was, flow.reply({ msg: 'ok', ...remaining }).state);
    };
    expect(removal([totp], {})).toBe(true);
    expect(removal([totp, sms], { remaining_methods: 1 })).toBe(false);
  });
});
