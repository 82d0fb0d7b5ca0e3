import { describe, expect, test } from 'vitest';
import { drive, noon, setup, sms, statusWith, tenCodes, totp } from '../tfa-driver.ts';

const minute = 60_000;
const ok = { success: true };

/** Adding an authenticator as the first method, up to the step where its code is entered. */
function firstTotp() {
  return drive({ kind: 'add', method: 'totp' })
    .reply(statusWith([]))
    .reply({ success: true, secret: 'mail-1' })
    .submit('111 111')
    .reply(ok)
    .reply(setup);
}

describe('adding the first method', () => {
  test('is proved through e-mail whatever the person prefers, and the code is sent once by itself', () => {
    const flow = drive({ kind: 'add', method: 'totp' }, { prefer: { kind: 'sms' } }).reply(statusWith([]));
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'email' } });
    expect(flow.last).toEqual({ name: 'authorizeStart', body: { tfa_method: 'email' } });
    expect(flow.count('authorizeStart')).toBe(1);
  });

  test('walks from proof to window, secret, confirmation and codes', () => {
    const flow = firstTotp();
    expect(flow.names).toEqual(['readStatus', 'authorizeStart', 'authorizeConfirm', 'totpSetup']);
    expect(flow.step.at).toBe('confirm');
    expect(flow.clocks.window).toEqual({ open: true, leftMs: 30 * minute, most: false });
    flow.do({ kind: 'label', text: 'Phone, Aegis' }).submit('222222');
    expect(flow.last).toEqual({
      name: 'confirmNew',
      body: { tfa_method: 'totp', code: '222222', secret: setup.secret, label: 'Phone, Aegis' },
    });
    flow.reply({ success: true, backup_codes: tenCodes });
    expect(flow.step.at).toBe('codes');
    expect(flow.state.codes).toMatchObject({ codes: tenCodes, from: 'first' });
    expect(flow.state.totp).toBeUndefined();
    flow.do({ kind: 'codesKept' });
    expect(flow.step).toEqual({ at: 'done', result: { kind: 'added', method: 'totp', first: true } });
    expect(flow.state.codes).toBeUndefined();
  });

  test('C042 a code goes out as text with its leading zeros, and without the blanks of a paste', () => {
    const flow = drive({ kind: 'add', method: 'totp' })
      .reply(statusWith([]))
      .reply({ secret: 'mail-1' })
      .submit('004 217');
    expect(flow.last).toEqual({ name: 'authorizeConfirm', body: { code: '004217', secret: 'mail-1' } });
  });

  test.each(['12345', 'abcdef', '1234567', ''])('C043 %j is refused here and nothing is sent', (text) => {
    const flow = drive({ kind: 'add', method: 'totp' }).reply(statusWith([])).reply({ secret: 'mail-1' });
    const before = flow.names.length;
    flow.submit(text);
    expect(flow.names).toHaveLength(before);
    expect(flow.words).toMatchObject({
      title: 'That is no code.',
      next: expect.stringContaining('Nothing was sent'),
    });
  });

  test('C044 a wrong code keeps secret and screen; the right one then works, with one totp-setup', () => {
    const flow = firstTotp()
      .submit('222222')
      .fail('2fa_verification_failed', { failCount: 1, lockedUntil: null });
    expect(flow.step.at).toBe('confirm');
    expect(flow.state.totp?.secret).toBe(setup.secret);
    expect(flow.words?.more).toContain('1 failed so far');
    flow.submit('333333').reply({ success: true, backup_codes: tenCodes });
    expect(flow.step.at).toBe('codes');
    expect(flow.count('confirmNew')).toBe(2);
    expect(flow.count('totpSetup')).toBe(1);
  });

  test('C053 nothing but the confirmation that they are kept lets new codes go', () => {
    const flow = firstTotp().submit('222222').reply({ success: true, backup_codes: tenCodes });
    for (const kind of [
      'leave',
      'startAgain',
      'goOn',
      'anotherWay',
      'resend',
      'readStatus',
      'newSecret',
    ] as const) {
      flow.do({ kind });
      expect(flow.state.codes?.codes).toEqual(tenCodes);
      expect(flow.step.at).toBe('codes');
    }
    flow.do({ kind: 'status', status: statusWith([totp]) });
    expect(flow.state.codes?.codes).toEqual(tenCodes);
    expect(flow.next).toEqual([{ kind: 'codesKept' }]);
  });

  test('a proof without a verified e-mail says so, and asks again when the person wants it', () => {
    const flow = drive({ kind: 'add', method: 'sms' }).reply(statusWith([])).fail('email_not_verified');
    expect(flow.step.at).toBe('choose');
    expect(flow.words?.title).toMatch(/e-mail is verified/);
    expect(flow.next).toContainEqual({ kind: 'choose' });
    flow.do({ kind: 'choose', way: { kind: 'email' } });
    expect(flow.count('authorizeStart')).toBe(2);
  });
});

describe('the window for adding', () => {
  test('that is found open counts as at most thirty minutes, and the proof is skipped', () => {
    const flow = drive({ kind: 'add', method: 'totp' }).reply(
      statusWith([sms], { new_method_authorized: true }),
    );
    expect(flow.names).toEqual(['readStatus', 'totpSetup']);
    expect(flow.clocks.window).toEqual({ open: true, leftMs: 30 * minute, most: true });
  });

  test('that shuts mid-way leads to a proof and back to the same secret and label', () => {
    const flow = firstTotp()
      .do({ kind: 'label', text: 'Phone' })
      .pass(31 * minute)
      .submit('222222');
    expect(flow.clocks.window.open).toBe(false);
    flow.fail('authorization_required');
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'email' } });
    expect(flow.words?.title).toMatch(/needs proof first/);
    flow.reply({ secret: 'mail-2' }).submit('444444').reply(ok);
    expect(flow.step.at).toBe('confirm');
    expect(flow.state).toMatchObject({ label: 'Phone', totp: { secret: setup.secret } });
    expect(flow.count('totpSetup')).toBe(1);
    expect(flow.clocks.window.leftMs).toBe(30 * minute);
    // The service did not look at it the first time.
    flow.submit('222222');
    expect(flow.count('confirmNew')).toBe(2);
  });

  test('that shuts before a text was confirmed leads back to the number and the code that was sent', () => {
    const flow = drive({ kind: 'add', method: 'sms' }, { phone: '+1 555 010 0199' })
      .reply(statusWith([totp], { new_method_authorized: true }))
      .do({ kind: 'sendText' })
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .fail('authorization_required')
      .do({ kind: 'choose', way: { kind: 'backup' } });
    expect(flow.step.at).toBe('prove');
    flow.submit('aaaa bbbb cc01');
    expect(flow.last).toEqual({ name: 'authorizeStart', body: { backup_code: 'AAAA-BBBB-CC01' } });
  });

  test('opened here it keeps its exact time, whatever an older reading says', () => {
    const flow = firstTotp().pass(minute);
    flow.do({ kind: 'status', status: statusWith([]), readAt: noon - 1000 });
    expect(flow.clocks.window).toEqual({ open: true, leftMs: 29 * minute, most: false });
    flow.do({ kind: 'status', status: statusWith([], { new_method_authorized: true }) });
    expect(flow.clocks.window).toEqual({ open: true, leftMs: 29 * minute, most: false });
    flow.do({ kind: 'status', status: statusWith([]) });
    expect(flow.clocks.window.open).toBe(false);
  });

  test('can be opened by an authenticator, which sends nothing and needs no e-mail', () => {
    const flow = drive({ kind: 'add', method: 'sms' }).reply(statusWith([totp]));
    expect(flow.last).toEqual({ name: 'authorizeStart', body: { tfa_method: 'totp', tfa_method_id: 7 } });
    flow.reply({ success: true, secret: 'app-1' }).submit('123456');
    expect(flow.last).toEqual({ name: 'authorizeConfirm', body: { code: '123456', secret: 'app-1' } });
    flow.reply(ok);
    expect(flow.step.at).toBe('secret');
    expect(flow.state.proof).toMatchObject({ way: { kind: 'totp', id: 7 } });
  });
});

describe('a new phone', () => {
  const atPhone = (phone: string) =>
    drive({ kind: 'add', method: 'sms' })
      .reply(statusWith([totp], { new_method_authorized: true }))
      .do({ kind: 'phone', text: phone })
      .do({ kind: 'sendText' });

  test('C048 is refused without its country, and sent in E.164', () => {
    const flow = atPhone('555 0100');
    expect(flow.names).toEqual(['readStatus']);
    expect(flow.words?.more).toContain('+15555550100');
    flow.do({ kind: 'phone', text: '+1 (555) 010-0199' }).do({ kind: 'sendText' });
    expect(flow.last).toEqual({ name: 'sendSms', body: { phone_number: '+15550100199' } });
    flow.reply({ msg: '2FA Sent', secret: 'sms-1' }).submit('123456');
    expect(flow.last).toEqual({
      name: 'confirmNew',
      body: { tfa_method: 'sms', code: '123456', secret: 'sms-1', phone_number: '+15550100199' },
    });
    flow.reply(ok);
    expect(flow.step).toEqual({ at: 'done', result: { kind: 'added', method: 'sms', first: false } });
  });

  test('C046 a text that failed starts no wait, and the number can be corrected', () => {
    const flow = atPhone('+15550100199').fail('twilio_error');
    expect(flow.step.at).toBe('secret');
    expect(flow.clocks).toMatchObject({ resendLeftMs: 0 });
    expect(flow.clocks.challenge).toBeUndefined();
    expect(flow.state.phone).toBe('+15550100199');
    expect(flow.next[0]).toEqual({ kind: 'sendText' });
    flow.do({ kind: 'phone', text: '+15550100200' }).do({ kind: 'sendText' });
    expect(flow.last).toMatchObject({ body: { phone_number: '+15550100200' } });
  });

  test('may be another one than the code was sent to; the number is kept', () => {
    const flow = atPhone('+15550100199')
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .fail('phone_number_mismatch');
    expect(flow.step.at).toBe('secret');
    expect(flow.state.phone).toBe('+15550100199');
    expect(flow.words?.title).toMatch(/Number differs/);
  });

  test('that is a method already leads back to the number', () => {
    const flow = atPhone('+15550100199')
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .fail('duplicate_tfa_method');
    expect(flow.step.at).toBe('secret');
    expect(flow.words?.title).toMatch(/exists already/);
  });

  test('coming back to the same number sends no second text while its code is good', () => {
    const flow = atPhone('+15550100199').reply({ secret: 'sms-1' }).do({ kind: 'editPhone' });
    expect(flow.step.at).toBe('secret');
    flow.do({ kind: 'sendText' });
    expect(flow.step.at).toBe('confirm');
    expect(flow.count('sendSms')).toBe(1);
  });

  test('a code that is wrong for the text is counted, and the text stays good', () => {
    const flow = atPhone('+15550100199')
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .fail('2fa_verification_failed');
    expect(flow.step.at).toBe('confirm');
    flow.submit('123456');
    expect(flow.count('confirmNew')).toBe(1);
    expect(flow.words?.title).toMatch(/tried already/);
    flow.submit('654321');
    expect(flow.count('confirmNew')).toBe(2);
  });
});

describe('signing in', () => {
  test('opens the primary method; an authenticator needs nothing sent', () => {
    const flow = drive({ kind: 'login' }).reply(statusWith([sms, totp]));
    expect(flow.step).toMatchObject({ at: 'prove', way: { kind: 'totp', id: 7 } });
    expect(flow.names).toEqual(['readStatus']);
    flow.submit('123456');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'totp', tfa_method_id: 7, code: '123456' },
    });
    flow.reply({ id: 1, session_key: 'key' });
    expect(flow.step).toEqual({
      at: 'done',
      result: { kind: 'logged-in', by: 'totp', reply: { id: 1, session_key: 'key' } },
    });
  });

  test('by text sends one by itself and hands its secret back with the code', () => {
    const flow = drive({ kind: 'login' }, { prefer: { kind: 'sms', id: 4 } }).reply(statusWith([sms, totp]));
    expect(flow.last).toEqual({ name: 'sendSms', body: { tfa_method_id: 4 } });
    flow.submit('123456');
    expect(flow.words?.title).toMatch(/still being sent/);
    flow.reply({ msg: '2FA Sent', secret: 'sms-1' }).submit('123456');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'sms', tfa_method_id: 4, code: '123456', secret: 'sms-1' },
    });
  });

  test('by a backup code says how many are left, none when the service names no number', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([totp]))
      .do({ kind: 'choose', way: { kind: 'backup' } });
    flow.submit('  k7qf-93xm-p2ld ');
    expect(flow.last).toEqual({ name: 'login', body: { backup_code: 'K7QF-93XM-P2LD' } });
    flow.reply({ id: 1, session_key: 'key' });
    expect(flow.step).toMatchObject({ result: { backupCodesLeft: 0 } });
  });

  test('a wrong backup code stays at the field, and is not sent a second time', () => {
    const flow = drive({ kind: 'login' }, { prefer: { kind: 'backup' } }).reply(statusWith([totp]));
    flow.submit('K7QF-93XM-P2LD').fail('invalid_backup_code').submit('k7qf93xmp2ld');
    expect(flow.count('login')).toBe(1);
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'backup' } });
  });

  test('a backup code that is pasted into the six boxes goes to its own field and waits there', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([totp]))
      .submit('K7QF-93XM-P2LD');
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'backup' } });
    expect(flow.count('login')).toBe(0);
    expect(flow.words?.title).toBe('That is a backup code.');
  });

  test('of somebody logged out gives the secret along with every call and reads no status', () => {
    const flow = drive({ kind: 'login', tfaSecret: 'handed-over' }, { prefer: { kind: 'sms' } });
    expect(flow.last).toEqual({ name: 'sendSms', body: { secret: 'handed-over' } });
    flow.reply({ msg: '2FA Sent', secret: 'sms-1' }).pass(31_000).do({ kind: 'resend' });
    expect(flow.last).toEqual({ name: 'resendSms', body: { secret: 'handed-over' } });
    flow.reply({ msg: 'sent' }).submit('123456');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'sms', code: '123456', secret: 'handed-over' },
    });
    flow
      .fail('2fa_login_failed')
      .do({ kind: 'choose', way: { kind: 'totp' } })
      .submit('222222');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'totp', code: '222222', secret: 'handed-over' },
    });
    flow.fail('2fa_login_failed').do({ kind: 'choose', way: { kind: 'email' } });
    expect(flow.last).toEqual({ name: 'sendEmail', body: { secret: 'handed-over' } });
    expect(flow.count('readStatus')).toBe(0);
  });

  test('as an admin can go on without, when the account may not', () => {
    const flow = drive({ kind: 'login', admin: true })
      .reply(statusWith([totp]))
      .submit('123456');
    expect(flow.last).toMatchObject({ body: { admin: true } });
    flow.fail('auth_error');
    expect(flow.next[0]).toEqual({ kind: 'withoutAdmin' });
    flow.do({ kind: 'withoutAdmin' }).submit('123456');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'totp', tfa_method_id: 7, code: '123456' },
    });
  });

  test('goes on without a list of methods when it cannot be read', () => {
    const flow = drive({ kind: 'login' }).lose();
    expect(flow.step.at).toBe('status');
    expect(flow.next.map(({ kind }) => kind)).toEqual(['readStatus', 'goOn', 'leave']);
    flow.do({ kind: 'goOn' });
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'totp' } });
  });

  test('C054 a legacy account is texted at the number on file', () => {
    const flow = drive({ kind: 'login' }, { tfaStatus: 'legacy' }).reply(
      statusWith([], { tfa_enabled: true }),
    );
    expect(flow.last).toEqual({ name: 'sendSms', body: {} });
    flow.reply({ secret: 'sms-1' }).submit('123456');
    expect(flow.last).toEqual({
      name: 'login',
      body: { tfa_method: 'sms', code: '123456', secret: 'sms-1' },
    });
  });
});

describe('removing a method', () => {
  const removing = () => drive({ kind: 'remove', targetId: 4 }).reply(statusWith([totp, sms]));

  test('lets the person choose the proof and sends nothing before', () => {
    const flow = removing();
    expect(flow.step.at).toBe('choose');
    expect(flow.names).toEqual(['readStatus']);
  });

  test('names the target, whatever proves it', () => {
    const flow = removing()
      .do({ kind: 'choose', way: { kind: 'totp', id: 7 } })
      .submit('123456');
    expect(flow.last).toEqual({
      name: 'remove',
      body: { tfa_method: 'totp', tfa_method_id: 7, code: '123456', target_id: 4 },
    });
    const backup = removing()
      .do({ kind: 'choose', way: { kind: 'backup' } })
      .submit('AAAA-BBBB-CC01');
    expect(backup.last).toEqual({ name: 'remove', body: { backup_code: 'AAAA-BBBB-CC01', target_id: 4 } });
    const mail = removing()
      .do({ kind: 'choose', way: { kind: 'email' } })
      .reply({ secret: 'mail-1' })
      .submit('123456');
    expect(mail.last).toEqual({
      name: 'remove',
      body: { tfa_method: 'email', code: '123456', secret: 'mail-1', target_id: 4 },
    });
    mail.reply({ msg: '2FA method removed', remaining_methods: 1 });
    expect(mail.step).toEqual({ at: 'done', result: { kind: 'removed', remaining: 1 } });
  });

  test('of the last one wants it said first that two-factor goes off, and proves nothing before', () => {
    const flow = drive({ kind: 'remove', targetId: 7 }, { prefer: { kind: 'email' } });
    flow.reply(statusWith([totp]));
    expect(flow.step).toEqual({ at: 'turn-off' });
    expect(flow.next.map(({ kind }) => kind)).toEqual(['turnOff', 'leave']);
    flow.submit('123456').do({ kind: 'choose', way: { kind: 'email' } });
    expect(flow.names).toEqual(['readStatus']);
    flow.do({ kind: 'turnOff' });
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'email' } });
    flow.reply({ secret: 'mail-1' }).submit('123456');
    expect(flow.last).toMatchObject({ name: 'remove', body: { target_id: 7 } });
  });

  test.each([
    ['a code', (flow: ReturnType<typeof removing>) => flow.submit('123456')],
    [
      'another way',
      (flow: ReturnType<typeof removing>) =>
        flow.do({ kind: 'anotherWay' }).do({ kind: 'choose', way: { kind: 'backup' } }),
    ],
  ])('that became the last one meanwhile asks the same before %s counts', (_, press) => {
    const flow = removing().do({ kind: 'choose', way: { kind: 'sms', id: 4 } });
    flow.reply({ secret: 'sms-1' }).do({ kind: 'status', status: statusWith([sms]) });
    press(flow);
    expect(flow.step).toEqual({ at: 'turn-off' });
    expect(flow.count('remove')).toBe(0);
    flow.do({ kind: 'turnOff' });
    expect(flow.step.at).toBe('choose');
  });

  test('the last one answers without a number: none is left', () => {
    const flow = drive({ kind: 'remove', targetId: 7, turnOff: true })
      .reply(statusWith([totp]))
      .do({ kind: 'choose', way: { kind: 'totp', id: 7 } })
      .submit('123456')
      .reply({ msg: '2FA Successfully Disabled' });
    expect(flow.step).toEqual({ at: 'done', result: { kind: 'removed', remaining: 0 } });
  });

  test('one that is gone already is said to be', () => {
    const flow = drive({ kind: 'remove', targetId: 99 }).reply(statusWith([totp]));
    expect(flow.step.at).toBe('stuck');
    expect(flow.words?.title).toBe('That method is gone.');
  });
});

describe('new backup codes', () => {
  test('are held until they are kept', () => {
    const flow = drive({ kind: 'regen' })
      .reply(statusWith([totp]))
      .do({ kind: 'choose', way: { kind: 'totp', id: 7 } })
      .submit('123456');
    expect(flow.last).toEqual({
      name: 'regen',
      body: { tfa_method: 'totp', tfa_method_id: 7, code: '123456' },
    });
    flow.reply({ msg: 'success', backup_codes: tenCodes });
    expect(flow.state.codes).toMatchObject({ codes: tenCodes, from: 'regen' });
    flow.do({ kind: 'codesKept' });
    expect(flow.step).toEqual({ at: 'done', result: { kind: 'codes-renewed' } });
  });

  test('C054 come first for a legacy account, and then the method that was wanted', () => {
    const flow = drive({ kind: 'add', method: 'totp' }, { tfaStatus: 'legacy' }).reply(
      statusWith([], { tfa_enabled: true }),
    );
    expect(flow.step.at).toBe('legacy');
    expect(flow.next.map(({ kind }) => kind)).toEqual(['regenFirst', 'goOn', 'leave']);
    flow.do({ kind: 'regenFirst' }).reply(statusWith([], { tfa_enabled: true }));
    expect(flow.state.goal).toEqual({ kind: 'regen' });
    flow.do({ kind: 'choose', way: { kind: 'sms' } });
    expect(flow.last).toEqual({ name: 'sendSms', body: {} });
    flow.reply({ secret: 'sms-1' }).submit('123456').reply({ msg: 'success', backup_codes: tenCodes });
    flow.do({ kind: 'codesKept' });
    expect(flow.state.goal).toEqual({ kind: 'add', method: 'totp' });
    expect(flow.last).toEqual({ name: 'readStatus' });
    flow.reply(statusWith([sms]));
    expect(flow.step.at).toBe('prove');
  });

  test('C054 are asked for once in a flow, though the account may still look like an old one', () => {
    const old = statusWith([], { tfa_enabled: true });
    const flow = drive({ kind: 'add', method: 'totp' }).reply(old).do({ kind: 'regenFirst' }).reply(old);
    flow
      .do({ kind: 'choose', way: { kind: 'sms' } })
      .reply({ secret: 'sms-1' })
      .submit('123456');
    flow.reply({ msg: 'success', backup_codes: tenCodes }).do({ kind: 'codesKept' }).reply(old);
    expect(flow.step.at).toBe('prove');
  });

  test('C054 an old account is told from a deprecated path as well', () => {
    const flow = firstTotp().submit('222222').fail('untracked_2fa_found');
    expect(flow.step.at).toBe('legacy');
  });

  test('wants two-factor to be on', () => {
    expect(drive({ kind: 'regen' }).reply(statusWith([])).words?.title).toBe(
      'Two-factor is off for this account.',
    );
  });
});

describe('sending again', () => {
  const texted = () =>
    drive({ kind: 'login' })
      .reply(statusWith([sms]))
      .reply({ secret: 'sms-1' });

  test('C047 a code that is under way already is sent again by itself, and the newest secret counts', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([sms]))
      .fail('tfa_challenge_exists');
    expect(flow.last).toEqual({ name: 'resendSms', body: { tfa_method_id: 4 } });
    flow.reply({ msg: 'sent', secret: 'sms-2' });
    expect(flow.words?.next).toMatch(/Only the newest one counts/);
    flow.submit('123456');
    expect(flow.last).toMatchObject({ body: { secret: 'sms-2' } });
  });

  test('C047 holds for the proof of a new method and for its own text', () => {
    const proof = drive({ kind: 'add', method: 'totp' })
      .reply(statusWith([sms]))
      .fail('tfa_challenge_exists');
    expect(proof.last).toEqual({ name: 'resendSms', body: { tfa_method_id: 4 } });
    proof.reply({ secret: 'sms-2' }).submit('123456');
    expect(proof.last).toEqual({ name: 'authorizeConfirm', body: { code: '123456', secret: 'sms-2' } });
    const fresh = drive({ kind: 'add', method: 'sms' }, { phone: '+15550100199' })
      .reply(statusWith([totp], { new_method_authorized: true }))
      .do({ kind: 'sendText' })
      .fail('tfa_challenge_exists');
    expect(fresh.last).toEqual({ name: 'resendSms', body: { phone_number: '+15550100199' } });
    fresh.reply({ secret: 'sms-3' });
    expect(fresh.step.at).toBe('confirm');
  });

  test('C047 going back and coming again sends nothing while the code is good, and its age is shown', () => {
    const flow = texted()
      .pass(4 * minute)
      .do({ kind: 'anotherWay' });
    flow.do({ kind: 'choose', way: { kind: 'sms', id: 4 } });
    expect(flow.count('sendSms')).toBe(1);
    expect(flow.clocks.challenge).toEqual({ leftMs: 6 * minute, sentAgoMs: 4 * minute });
  });

  test('waits 30, 60 and then 120 seconds between codes', () => {
    const flow = texted();
    const waits: number[] = [];
    for (let n = 2; n < 6; n += 1) {
      waits.push(flow.clocks.resendLeftMs);
      flow.do({ kind: 'resend' });
      expect(flow.waiting()).toEqual([]);
      expect(flow.next.find(({ kind }) => kind === 'resend')?.blocked).toMatch(/rigdeck waits/);
      flow
        .pass(flow.clocks.resendLeftMs)
        .do({ kind: 'resend' })
        .reply({ secret: `sms-${n}` });
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 120_000]);
    expect(flow.count('resendSms')).toBe(4);
  });

  test('a code of ten minutes is too old: it is not sent, a new one is offered', () => {
    const flow = texted().pass(10 * minute);
    expect(flow.clocks.challenge?.leftMs).toBe(0);
    flow.submit('123456');
    expect(flow.count('login')).toBe(0);
    expect(flow.words?.title).toBe('That code is too old.');
    flow.do({ kind: 'resend' });
    expect(flow.last).toEqual({ name: 'sendSms', body: { tfa_method_id: 4 } });
  });

  test.each(['2fa_expired', 'challenge_not_found', 'no_challenge_found'] as const)(
    '%s drops the challenge and offers a new code, which is not sent by itself',
    (code) => {
      const flow = texted().submit('123456').fail(code);
      expect(flow.waiting()).toEqual([]);
      expect(flow.clocks.challenge).toBeUndefined();
      expect(flow.next.find(({ kind }) => kind === 'resend')).toEqual({ kind: 'resend' });
      flow.do({ kind: 'resend' }).reply({ secret: 'sms-2' }).submit('123456');
      expect(flow.last).toMatchObject({ name: 'login', body: { secret: 'sms-2' } });
    },
  );

  test('an answer to an older request does not take the place of a newer secret', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([totp]))
      .do({ kind: 'choose', way: { kind: 'email' } });
    const older = flow.state.flights[0]?.id ?? 0;
    flow.do({ kind: 'reply', id: older, reply: { secret: 'mail-1' } });
    flow.do({ kind: 'reply', id: older, reply: { secret: 'mail-again' } });
    flow.submit('123456');
    expect(flow.last).toMatchObject({ body: { secret: 'mail-1' } });
  });
});

describe('limits', () => {
  const texting = () => drive({ kind: 'login' }, { prefer: { kind: 'sms' } }).reply(statusWith([totp, sms]));

  test('C045 a lock stops one method with a countdown, and lists the others first', () => {
    const flow = texting().reply({ secret: 'sms-1' }).submit('123456');
    flow.fail('tfa_locked', { failCount: 3, lockedUntil: noon / 1000 + 900 });
    expect(flow.step.at).toBe('choose');
    expect(flow.words?.title).toBe('Locked until 12:15:00, this method only.');
    const rows = flow.rows();
    expect(rows.map(({ key, usable }) => [key, usable])).toEqual([
      ['totp:7', true],
      ['email', true],
      ['backup', true],
      ['sms:4', false],
    ]);
    expect(rows[3]).toMatchObject({ selectable: false, fails: 3, why: { kind: 'locked', leftMs: 900_000 } });
    flow.do({ kind: 'choose', way: { kind: 'sms', id: 4 } });
    expect(flow.step.at).toBe('choose');
    flow.pass(15 * minute);
    expect(flow.rows().find(({ key }) => key === 'sms:4')).toMatchObject({ usable: true });
  });

  test('C045 four limits are told apart', () => {
    const codes = ['tfa_locked', 'sms_rate_limited', 'preauth_phone_cap', 'twilio_rate_limited'] as const;
    const titles = codes.map((code) => texting().fail(code, { lockedUntil: noon / 1000 + 900 }).words?.title);
    expect(new Set(titles).size).toBe(4);
  });

  test.each(['sms_rate_limited', 'preauth_phone_cap', 'twilio_rate_limited', 'sms_blocked_number'] as const)(
    'C045 %s invents no countdown, starts no wait and leaves the other ways open',
    (code) => {
      const flow = texting().fail(code);
      expect(flow.step.at).toBe('choose');
      expect(flow.clocks).toMatchObject({ resendLeftMs: 0 });
      expect(flow.rows().at(-1)).toMatchObject({
        key: 'sms:4',
        selectable: true,
        why: { kind: 'refused', code },
      });
      expect(flow.rows()[0]).toMatchObject({ key: 'totp:7', usable: true });
    },
  );

  test('a resend that is refused leaves the code that is under way as it is', () => {
    const flow = texting()
      .reply({ secret: 'sms-1' })
      .pass(30_000)
      .do({ kind: 'resend' })
      .fail('sms_rate_limited');
    expect(flow.step.at).toBe('prove');
    flow.submit('123456');
    expect(flow.last).toMatchObject({ name: 'login', body: { secret: 'sms-1' } });
  });

  test('texts that are off for the account leave an authenticator and backup codes', () => {
    const flow = texting().fail('sms_fraud_detected');
    expect(
      flow
        .rows()
        .filter(({ usable }) => usable)
        .map(({ key }) => key),
    ).toEqual(['totp:7', 'email', 'backup']);
  });

  test('an unverified e-mail leaves an authenticator and backup codes', () => {
    const flow = texting().fail('email_not_verified');
    expect(
      flow
        .rows()
        .filter(({ usable }) => usable)
        .map(({ key }) => key),
    ).toEqual(['totp:7', 'backup']);
  });

  test('a lock is known from the status after a restart', () => {
    const lockedSms = { ...sms, is_primary: true, fail_count: 3, locked_until: noon / 1000 + 702 };
    const flow = drive({ kind: 'login' }).reply(statusWith([lockedSms, totp]));
    expect(flow.step).toMatchObject({ at: 'prove', way: { kind: 'totp' } });
    expect(flow.rows().at(-1)).toMatchObject({ key: 'sms:4', fails: 3, why: { leftMs: 702_000 } });
  });

  test('a lock without an end lasts fifteen minutes, and says that this is assumed', () => {
    const flow = drive({ kind: 'add', method: 'sms' }, { phone: '+15550100199' })
      .reply(statusWith([totp], { new_method_authorized: true }))
      .do({ kind: 'sendText' })
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .fail('tfa_locked');
    expect(flow.clocks.lock).toEqual({ leftMs: 15 * minute, untilMs: noon + 15 * minute, assumed: true });
  });

  test('the end of a lock is by the clock of the service', () => {
    const flow = drive({ kind: 'login' }, {}, { offsetMs: 4 * minute })
      .reply(statusWith([totp]))
      .submit('123456');
    flow.fail('tfa_locked', { lockedUntil: (noon + 4 * minute) / 1000 + 900 });
    expect(flow.rows().find(({ key }) => key === 'totp:7')).toMatchObject({ why: { leftMs: 900_000 } });
    expect(flow.words?.title).toBe('Locked until 12:15:00, this method only.');
  });
});

describe('an answer that never came', () => {
  test('to a code is said, the code is not sent again, and the status is read', () => {
    const flow = firstTotp().submit('222222').lose();
    expect(flow.step).toMatchObject({ at: 'unclear', call: 'confirmNew', checked: 'reading' });
    expect(flow.words?.title).toBe('It is not known whether the method was added.');
    expect(flow.waiting()).toEqual(['readStatus']);
    flow.submit('222222').submit('333333');
    expect(flow.count('confirmNew')).toBe(1);
  });

  test('and a status without the method leads back to the same secret; the old code stays spent', () => {
    const flow = firstTotp().submit('222222').lose().reply(statusWith([]));
    expect(flow.step.at).toBe('confirm');
    expect(flow.state.totp?.secret).toBe(setup.secret);
    expect(flow.words?.title).toMatch(/nothing was done/);
    flow.submit('222222');
    expect(flow.count('confirmNew')).toBe(1);
    flow.submit('333333');
    expect(flow.count('confirmNew')).toBe(2);
  });

  test('and a status with the first method says that its codes are lost, and how to get others', () => {
    const flow = firstTotp()
      .submit('222222')
      .lose('network')
      .reply(statusWith([totp]));
    expect(flow.step).toEqual({
      at: 'done',
      result: { kind: 'added', method: 'totp', first: true, codesLost: true },
    });
    expect(flow.next[0]).toEqual({ kind: 'regenFirst' });
    flow.do({ kind: 'regenFirst' });
    expect(flow.state.goal).toEqual({ kind: 'regen' });
  });

  test('to the proof, and a window that stands open leads on', () => {
    const flow = drive({ kind: 'add', method: 'totp' }).reply(statusWith([])).reply({ secret: 'mail-1' });
    flow
      .submit('123456')
      .lose()
      .reply(statusWith([], { new_method_authorized: true }));
    expect(flow.last).toEqual({ name: 'totpSetup' });
    expect(flow.clocks.window).toMatchObject({ open: true, most: true });
  });

  test('to a removal is settled by the list of methods', () => {
    const flow = drive({ kind: 'remove', targetId: 4 }).reply(statusWith([totp, sms]));
    flow
      .do({ kind: 'choose', way: { kind: 'totp', id: 7 } })
      .submit('123456')
      .lose('http', { status: 502 });
    flow.reply(statusWith([totp]));
    expect(flow.step).toEqual({ at: 'done', result: { kind: 'removed', remaining: 1 } });
  });

  test('to new backup codes tells when the old ones are void', () => {
    const flow = drive({ kind: 'regen' }).reply(statusWith([totp], { backup_codes_remaining: 7 }));
    flow
      .do({ kind: 'choose', way: { kind: 'totp', id: 7 } })
      .submit('123456')
      .lose()
      .reply(statusWith([totp]));
    expect(flow.step.at).toBe('choose');
    expect(flow.words).toMatchObject({
      title: expect.stringContaining('did not arrive'),
      next: 'Make another set.',
    });
  });

  test('to a sign-in cannot be known; a text is asked for anew, by hand', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([sms]))
      .reply({ secret: 'sms-1' })
      .submit('123456')
      .lose();
    flow.reply(statusWith([sms]));
    expect(flow.step.at).toBe('prove');
    expect(flow.clocks.challenge).toBeUndefined();
    expect(flow.waiting()).toEqual([]);
    expect(flow.words?.title).toBe('It is not known whether you were signed in.');
  });

  test('when the status cannot be read either, it can be read again or passed over', () => {
    const flow = firstTotp().submit('222222').lose().lose('network');
    expect(flow.step).toMatchObject({ at: 'unclear', checked: 'failed' });
    expect(flow.words?.more).toContain('could not be read either');
    flow.do({ kind: 'readStatus' }).reply(statusWith([totp]));
    expect(flow.step.at).toBe('done');
  });

  test('a status that was asked for before the code went out settles nothing', () => {
    const flow = firstTotp();
    flow.do({ kind: 'readStatus' }).submit('222222');
    const [older] = flow.state.flights;
    flow.do({
      kind: 'failed',
      id: flow.state.flights[1]?.id ?? 0,
      error: { kind: 'timeout', endpoint: 'tfaConfirmNew' },
    });
    flow.do({ kind: 'reply', id: older?.id ?? 0, reply: statusWith([]) });
    expect(flow.step).toMatchObject({ at: 'unclear', checked: 'reading' });
  });

  test('a request that never left this machine leaves the code as it was', () => {
    const flow = firstTotp().submit('222222').lose('network', { reason: 'ECONNREFUSED', unsent: true });
    expect(flow.step.at).toBe('confirm');
    flow.submit('222222');
    expect(flow.count('confirmNew')).toBe(2);
  });

  test('to a send starts no wait and offers another', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([sms]))
      .lose();
    expect(flow.step.at).toBe('prove');
    expect(flow.clocks).toMatchObject({ resendLeftMs: 0 });
    flow.do({ kind: 'resend' });
    expect(flow.last).toEqual({ name: 'sendSms', body: { tfa_method_id: 4 } });
  });
});

describe('what stops the flow', () => {
  test('C041 a team key is a named dead end: nothing is repeated, nobody is signed out', () => {
    const flow = drive({ kind: 'add', method: 'totp' }).fail('team_user_forbidden');
    expect(flow.step.at).toBe('stuck');
    expect(flow.words?.title).toMatch(/belongs to a person, not a team/);
    expect(flow.waiting()).toEqual([]);
  });

  test('C037 a session that ended keeps the place, and the code may be given again', () => {
    const flow = firstTotp()
      .submit('222222')
      .fail('not_found', { status: 404, msg: 'Session expired. Please log in again.' });
    expect(flow.step).toMatchObject({ at: 'session', back: { at: 'confirm' } });
    flow.do({ kind: 'sessionBack' });
    expect(flow.step.at).toBe('confirm');
    flow.submit('222222');
    expect(flow.count('confirmNew')).toBe(2);
  });

  test('a method that is gone has the list read again', () => {
    const flow = drive({ kind: 'login' })
      .reply(statusWith([totp, sms]))
      .submit('123456')
      .fail('not_found');
    expect(flow.step.at).toBe('choose');
    expect(flow.waiting()).toEqual(['readStatus']);
    flow.reply(statusWith([sms]));
    expect(flow.rows().map(({ key }) => key)).toEqual(['sms:4', 'email', 'backup']);
  });

  test('a secret that the service cannot read is fetched anew', () => {
    const flow = firstTotp().submit('222222').fail('tfa_method_not_configured');
    expect(flow.last).toEqual({ name: 'totpSetup' });
    flow.reply({ ...setup, secret: 'KRSXG5CTMVRXEZLU' });
    expect(flow.state.totp?.secret).toBe('KRSXG5CTMVRXEZLU');
    expect(flow.step.at).toBe('confirm');
  });

  test('an outage of the check lets the same code be given again, by hand', () => {
    const flow = firstTotp().submit('222222').fail('service_unavailable');
    expect(flow.waiting()).toEqual([]);
    flow.submit('222222');
    expect(flow.count('confirmNew')).toBe(2);
  });

  test('leaving forgets the secrets, and ends nothing while a code is being judged', () => {
    const flow = firstTotp().submit('222222').do({ kind: 'leave' });
    expect(flow.step.at).toBe('confirm');
    expect(flow.next).toEqual([{ kind: 'wait' }, { kind: 'leave' }]);
    flow.fail('2fa_verification_failed').do({ kind: 'leave' });
    expect(flow.step.at).toBe('left');
    expect(JSON.stringify(flow.state)).not.toContain(setup.secret);
  });
});

describe('what comes late', () => {
  test('a failed read leads nobody away from new backup codes', () => {
    const flow = firstTotp();
    flow.do({ kind: 'readStatus' }).submit('222222');
    const [read, confirm] = flow.state.flights;
    flow.do({ kind: 'reply', id: confirm?.id ?? 0, reply: { success: true, backup_codes: tenCodes } });
    const error = { kind: 'http', endpoint: 'tfaStatus', status: 403, code: 'team_user_forbidden' } as const;
    flow.do({ kind: 'failed', id: read?.id ?? 0, error });
    expect(flow.step.at).toBe('codes');
    expect(flow.state.codes?.codes).toEqual(tenCodes);
  });

  test('a code that opened the window is used up: proving again asks for another', () => {
    const flow = firstTotp().do({ kind: 'proveAgain' });
    expect(flow.step).toEqual({ at: 'prove', way: { kind: 'email' } });
    expect(flow.count('authorizeStart')).toBe(2);
    flow.reply({ secret: 'mail-2' }).submit('111111');
    expect(flow.last).toEqual({ name: 'authorizeConfirm', body: { code: '111111', secret: 'mail-2' } });
  });

  test('the same answer twice is taken once', () => {
    const flow = firstTotp().submit('222222');
    const id = flow.state.flights[0]?.id ?? 0;
    const reply = { success: true, backup_codes: tenCodes };
    flow.do({ kind: 'reply', id, reply }).do({ kind: 'codesKept' }).do({ kind: 'reply', id, reply });
    expect(flow.step.at).toBe('done');
    expect(flow.state.codes).toBeUndefined();
  });
});

describe('a failed authenticator code', () => {
  const drift = (steps: number | undefined) => () => steps;

  test('C051 says how far this computer is off, and shows what is left of the present code', () => {
    const flow = drive({ kind: 'login' }, {}, { offsetMs: 4 * minute })
      .reply(statusWith([totp]))
      .submit('123456');
    flow.fail('2fa_login_failed');
    expect(flow.state.insight).toEqual({ computerOffMs: 4 * minute });
    expect(flow.words?.more).toContain("This computer's clock is about 4 min behind the service's.");
    flow.pass(18_000);
    expect(flow.clocks.totp).toEqual({ leftMs: 12_000, periodMs: 30_000 });
  });

  test('C051 that would be right at another time names the clock of the device that shows it', () => {
    const flow = drive({ kind: 'add', method: 'totp' }, {}, { totpDrift: drift(-6) });
    flow.reply(statusWith([])).reply({ secret: 'mail-1' }).submit('111111').reply(ok).reply(setup);
    flow.submit('222222').fail('2fa_verification_failed');
    expect(flow.state.insight).toEqual({ codeOffSteps: -6 });
    expect(flow.words?.more).toMatch(/right for a time 3 min ago/);
  });

  test('C051 with all clocks right only hints at a fresh code', () => {
    const flow = drive({ kind: 'login' }, {}, { offsetMs: 900, totpDrift: drift(undefined) });
    flow
      .reply(statusWith([totp]))
      .submit('123456')
      .fail('2fa_login_failed');
    expect(flow.state.insight).toBeUndefined();
    expect(flow.words?.more).toContain('Take a code that has just appeared.');
  });

  test('the ring follows the clock of the service and the period of the secret', () => {
    const uri = `${setup.provisioning_uri}&period=60`;
    const flow = drive({ kind: 'add', method: 'totp' }, {}, { offsetMs: -10_000 });
    flow.reply(statusWith([], { new_method_authorized: true })).reply({ ...setup, provisioning_uri: uri });
    expect(flow.clocks.totp).toEqual({ periodMs: 60_000, leftMs: 10_000 });
  });
});

test('a label has at most thirty characters, and is kept whatever happens', () => {
  const flow = firstTotp().do({ kind: 'label', text: 'x'.repeat(30) });
  flow.do({ kind: 'label', text: 'x'.repeat(31) });
  expect(flow.state.label).toBe('x'.repeat(30));
  expect(flow.words?.title).toMatch(/at most 30/);
  flow.do({ kind: 'label', text: '🔑'.repeat(30) });
  expect([...flow.state.label]).toHaveLength(30);
});
