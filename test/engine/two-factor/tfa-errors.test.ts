import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../src/client/errors.ts';
import { submitsCode } from '../../../src/engine/two-factor/tfa-calls.ts';
import { drive, type Flow, setup, sms, statusWith, tenCodes, totp } from '../tfa-driver.ts';

const ok = { success: true };
const open = { new_method_authorized: true };
const both = () => statusWith([totp, sms]);
const byWay = (flow: Flow, way: Parameters<Flow['do']>[0] & { kind: 'choose' }) => flow.do(way);
const choose = (kind: 'totp' | 'sms' | 'email' | 'backup') =>
  ({
    kind: 'choose',
    way: kind === 'totp' ? { kind, id: 7 } : kind === 'sms' ? { kind, id: 4 } : { kind },
  }) as const;

const addTotp = () => drive({ kind: 'add', method: 'totp' });
const addSms = () =>
  drive({ kind: 'add', method: 'sms' }, { phone: '+15550100199' }).reply(statusWith([totp], open));
const login = (way: 'totp' | 'sms' | 'email' | 'backup') =>
  byWay(drive({ kind: 'login' }).reply(both()), choose(way));
const remove = (way: 'totp' | 'sms' | 'email' | 'backup') =>
  byWay(drive({ kind: 'remove', targetId: 4 }).reply(both()), choose(way));
const regen = (way: 'totp' | 'sms' | 'email' | 'backup') =>
  byWay(drive({ kind: 'regen' }).reply(both()), choose(way));
const backup = 'ZZZZ-ZZZZ-ZZZZ';

/** Every step at which a call waits for its answer. */
const situations: Record<string, () => Flow> = {
  'reading the status to add': () => addTotp(),
  'reading the status to sign in': () => drive({ kind: 'login' }),
  'reading the status to remove': () => drive({ kind: 'remove', targetId: 4 }),
  'reading the status for new codes': () => drive({ kind: 'regen' }),
  'starting the first proof by e-mail': () => addTotp().reply(statusWith([])),
  'starting a proof by app': () => addTotp().reply(both()),
  'starting a proof by text': () => addTotp().reply(statusWith([sms])),
  'proving by e-mail': () => addTotp().reply(statusWith([])).reply({ secret: 'a' }).submit('111111'),
  'proving by app': () => addTotp().reply(both()).reply({ secret: 'a' }).submit('111111'),
  'proving by text': () =>
    addTotp()
      .reply(statusWith([sms]))
      .reply({ secret: 'a' })
      .submit('111111'),
  'proving by backup code': () =>
    byWay(addTotp().reply(both()).reply({ secret: 'a' }), choose('backup')).submit(backup),
  'fetching the secret': () => addTotp().reply(statusWith([totp], open)),
  'confirming the app': () =>
    addTotp()
      .reply(statusWith([totp], open))
      .reply(setup)
      .submit('111111'),
  'texting the new phone': () => addSms().do({ kind: 'sendText' }),
  'texting the new phone again': () =>
    addSms().do({ kind: 'sendText' }).reply({ secret: 'a' }).pass(31_000).do({ kind: 'resend' }),
  'confirming the phone': () => addSms().do({ kind: 'sendText' }).reply({ secret: 'a' }).submit('111111'),
  'signing in by app': () => login('totp').submit('111111'),
  'texting to sign in': () => login('sms'),
  'texting again to sign in': () => login('sms').reply({ secret: 'a' }).pass(31_000).do({ kind: 'resend' }),
  'signing in by text': () => login('sms').reply({ secret: 'a' }).submit('111111'),
  'mailing to sign in': () => login('email'),
  'signing in by e-mail': () => login('email').reply({ secret: 'a' }).submit('111111'),
  'signing in by backup code': () => login('backup').submit(backup),
  'signing in logged out by app': () => drive({ kind: 'login', tfaSecret: 's' }).submit('111111'),
  'texting to sign in logged out': () =>
    drive({ kind: 'login', tfaSecret: 's' }, { prefer: { kind: 'sms' } }),
  'removing by app': () => remove('totp').submit('111111'),
  'removing by e-mail': () => remove('email').reply({ secret: 'a' }).submit('111111'),
  'removing by backup code': () => remove('backup').submit(backup),
  'renewing by app': () => regen('totp').submit('111111'),
  'renewing by text': () => regen('sms').reply({ secret: 'a' }).submit('111111'),
  'settling what is not known': () => login('sms').reply({ secret: 'a' }).submit('111111').lose(),
};

let given = 0;
/** The service as it is when nothing goes wrong. */
function answer(flow: Flow): void {
  given += 1;
  const [name] = flow.waiting();
  switch (name) {
    case 'readStatus':
      flow.reply(both());
      return;
    case 'totpSetup':
      flow.reply(setup);
      return;
    case 'confirmNew':
      flow.reply({ success: true });
      return;
    case 'login':
      flow.reply({ id: 1, session_key: 'k' });
      return;
    case 'remove':
      flow.reply({ msg: '2FA method removed', remaining_methods: 1 });
      return;
    case 'regen':
      flow.reply({ msg: 'success', backup_codes: tenCodes });
      return;
    default:
      flow.reply({ ...ok, secret: `later-${given}` });
  }
}

/** Does what stands first among the next steps, as a person would who reads only the first line. */
function walk(flow: Flow): void {
  for (let turn = 0; turn < 40 && flow.step.at !== 'done'; turn += 1) {
    if (flow.waiting().length > 0) {
      answer(flow);
      continue;
    }
    const action = flow.next.find(({ blocked, kind }) => blocked === undefined && kind !== 'leave');
    if (action === undefined) throw new Error(`no next step at ${flow.step.at}`);
    if (action.kind === 'choose') {
      const row = flow.rows().find(({ selectable }) => selectable);
      if (row === undefined) throw new Error('nothing to choose');
      flow.do({ kind: 'choose', way: row.way });
    } else if (action.kind === 'submit') {
      const asBackup = flow.step.at === 'prove' && flow.step.way.kind === 'backup';
      flow.submit(asBackup ? `AAAA-BBBB-${1000 + turn}` : `${200_000 + turn}`);
    } else if (action.kind === 'sendText') {
      flow.do({ kind: 'phone', text: '+15550100300' }).do({ kind: 'sendText' });
    } else if (action.kind === 'methodId') {
      flow.do({ kind: 'methodId', text: '7' });
    } else if (action.kind === 'wait') {
      flow.pass(15 * 60_000);
    } else {
      flow.do({ kind: action.kind });
    }
  }
}

const submissions = (flow: Flow): number => flow.calls().filter(({ call }) => submitsCode(call)).length;

describe.each(Object.entries(situations))('while %s', (_, situation) => {
  test.each(errorCodes)(
    '%s leads on: it is said, no code goes out by itself, and the goal is reached',
    (code) => {
      const flow = situation();
      const before = submissions(flow);
      flow.fail(code as ErrorCode, code === 'tfa_locked' ? { failCount: 3 } : {});
      expect(submissions(flow)).toBe(before);
      const saidOrMended = flow.words !== undefined || flow.waiting().length > 0;
      expect(saidOrMended).toBe(true);
      expect(flow.next.filter(({ kind, blocked }) => kind !== 'leave' && blocked === undefined)).not.toEqual(
        [],
      );
      walk(flow);
      expect(flow.step.at).toBe('done');
    },
  );

  test.each(['timeout', 'network', 'shape', 'aborted', 'refused'] as const)(
    'an answer lost by %s leads on, too',
    (kind) => {
      const flow = situation();
      const before = submissions(flow);
      flow.lose(kind);
      expect(submissions(flow)).toBe(before);
      expect(flow.words).toBeDefined();
      walk(flow);
      expect(flow.step.at).toBe('done');
    },
  );

  test.each([401, 403, 404, 418, 429, 500, 503])('HTTP %i without a code leads on, too', (status) => {
    const flow = situation();
    flow.lose('http', { status });
    expect(flow.words).toBeDefined();
    walk(flow);
    expect(flow.step.at).toBe('done');
  });
});

test('missing_auth_value means the session at 401, and a mistake of ours at 400', () => {
  const over = situations['confirming the app']?.().fail('missing_auth_value', { status: 401 });
  expect(over?.step.at).toBe('session');
  const ours = situations['confirming the app']?.().fail('missing_auth_value');
  expect(ours?.step.at).toBe('stuck');
  expect(ours?.words?.title).toBe('rigdeck sent something wrong.');
});
