import { describe, expect, test } from 'vitest';
import { homeChain, tfaChain, windowNote } from '../../../src/engine/two-factor/tfa-chain.ts';
import { drive, type Flow, noon, setup, sms, statusWith, totp } from '../tfa-driver.ts';

const chain = (flow: Flow) => tfaChain(flow.state, flow.at).map(({ name, mark, note }) => [name, mark, note]);
const at = { now: noon };

describe('the chain of adding a method', () => {
  test('moves with the flow, and the window ticks in it', () => {
    const flow = drive({ kind: 'add', method: 'totp' }).reply(statusWith([])).reply({ secret: 'a' });
    expect(chain(flow)).toEqual([
      ['PROVE YOU', 'here', 'by e-mail'],
      ['ADD WINDOW', 'ahead', ''],
      ['NEW SECRET', 'ahead', ''],
      ['CONFIRM CODE', 'ahead', ''],
      ['SAVE CODES', 'ahead', ''],
    ]);
    flow.submit('111111').reply({ success: true }).pass(79_000);
    expect(chain(flow)).toEqual([
      ['PROVE YOU', 'done', 'by e-mail'],
      ['ADD WINDOW', 'here', '28:41 left'],
      ['NEW SECRET', 'here', ''],
      ['CONFIRM CODE', 'ahead', ''],
      ['SAVE CODES', 'ahead', ''],
    ]);
    flow
      .reply(setup)
      .submit('222222')
      .reply({ success: true, backup_codes: ['AAAA-BBBB-CCCC'] });
    expect(chain(flow).map(([, mark]) => mark)).toEqual(['done', 'here', 'done', 'done', 'here']);
  });

  test('has no codes to save when a method is there already', () => {
    const flow = drive({ kind: 'add', method: 'sms' }).reply(statusWith([totp]));
    expect(chain(flow).at(-1)).toEqual(['SAVE CODES', 'skipped', 'not needed']);
  });

  test('marks the place where a dead end or an interruption stands', () => {
    const flow = drive({ kind: 'add', method: 'totp' }).reply(
      statusWith([], { new_method_authorized: true }),
    );
    flow.reply(setup).submit('111111').fail('bad_request');
    expect(chain(flow).find(([, mark]) => mark === 'failed')?.[0]).toBe('CONFIRM CODE');
  });
});

test('the other goals have shorter chains', () => {
  const names = (flow: Flow) => chain(flow).map(([name]) => name);
  expect(names(drive({ kind: 'login' }))).toEqual(['PROVE YOU', 'SIGNED IN']);
  expect(names(drive({ kind: 'remove', targetId: 4 }))).toEqual(['PROVE YOU', 'REMOVE']);
  expect(names(drive({ kind: 'regen' }))).toEqual(['PROVE YOU', 'SAVE CODES']);
  const signedIn = drive({ kind: 'login' })
    .reply(statusWith([totp]))
    .submit('111111')
    .reply({ id: 1 });
  expect(chain(signedIn).map(([, mark]) => mark)).toEqual(['done', 'done']);
});

test('outside of a flow only the window is known', () => {
  const proof = { way: { kind: 'email' }, at: noon } as const;
  const open = homeChain({ window: { kind: 'opened', at: noon - 60_000 }, proof, first: false }, at);
  expect(open.slice(0, 2)).toEqual([
    { name: 'PROVE YOU', mark: 'done', note: 'by e-mail' },
    { name: 'ADD WINDOW', mark: 'here', note: '29:00 left' },
  ]);
  expect(windowNote({ kind: 'found', at: noon }, at)).toBe('at most 30:00');
  expect(windowNote({ kind: 'opened', at: noon - 1_800_000 }, at)).toBe('shut');
  expect(homeChain({ window: { kind: 'shut' }, first: true }, at).map(({ mark }) => mark)).toEqual(
    Array.from({ length: 5 }, () => 'ahead'),
  );
});

test('a method that is locked leaves the chain alone', () => {
  const flow = drive({ kind: 'login' })
    .reply(statusWith([totp, sms]))
    .submit('111111')
    .fail('tfa_locked');
  expect(chain(flow)).toEqual([
    ['PROVE YOU', 'here', ''],
    ['SIGNED IN', 'ahead', ''],
  ]);
});
