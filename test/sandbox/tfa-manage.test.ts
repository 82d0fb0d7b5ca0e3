import { describe, expect, it } from 'vitest';
import { said, tfaWorld } from './tfa-world.ts';

const form = /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

describe('an update', () => {
  it('changes the label and answers the method', async () => {
    const w = tfaWorld();
    const { id } = await w.addSms('+15555550123');
    const { status, body } = await w.tfa('PUT', 'update/', { tfa_method_id: id, label: 'Work phone' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        msg: '2FA method updated',
        method: expect.objectContaining({ id, method: 'sms', label: 'Work phone', is_primary: true }),
      },
    });
    expect(body.method.phone_number).toMatch(/^\D*0123$/);
    expect(await w.methods()).toEqual([body.method]);
  });

  it('makes another method primary, and there is only one', async () => {
    const w = tfaWorld();
    const one = await w.addTotp();
    const two = await w.addSms();
    const { body } = await w.tfa('PUT', 'update/', { tfa_method_id: two.id, is_primary: true });
    expect(body.method).toMatchObject({ id: two.id, is_primary: true });
    expect((await w.methods()).map((m) => [m.id, m.is_primary])).toEqual([
      [one.id, false],
      [two.id, true],
    ]);
    const off = await w.tfa('PUT', 'update/', { tfa_method_id: two.id, is_primary: false });
    expect(said(off)).toBe('400 bad_request');
    const already = await w.tfa('PUT', 'update/', { tfa_method_id: one.id, is_primary: false });
    expect(already.status).toBe(200);
    expect((await w.methods()).find((m) => m.is_primary).id).toBe(two.id);
  });

  it('finds the method by its type while there is one of it', async () => {
    const w = tfaWorld();
    await w.addTotp('one');
    await w.addSms();
    const { body } = await w.tfa('PUT', 'update/', { tfa_method: 'totp', label: 'App' });
    expect(body.method).toMatchObject({ method: 'totp', label: 'App' });
    await w.addTotp('two');
    const again = await w.tfa('PUT', 'update/', { tfa_method: 'totp', label: 'App' });
    expect(said(again)).toBe('400 bad_request');
  });

  it.each([
    ['no method', { label: 'x' }, '400 bad_request'],
    ['a type that is not there', { tfa_method: 'sms', label: 'x' }, '404 not_found'],
    ['an id that is not there', { tfa_method_id: 99_999, label: 'x' }, '404 not_found'],
    ['e-mail', { tfa_method: 'email', label: 'x' }, '400 invalid_tfa_method'],
    ['is_primary as a word', { tfa_method: 'totp', is_primary: 'true' }, '400 bad_request'],
    ['a label of 31 characters', { tfa_method: 'totp', label: 'x'.repeat(31) }, '400 bad_request'],
    ['a label that is a number', { tfa_method: 'totp', label: 7 }, '400 bad_request'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    await w.addTotp('Before');
    expect(said(await w.tfa('PUT', 'update/', body))).toBe(refusal);
    expect((await w.methods())[0]).toMatchObject({ label: 'Before', is_primary: true });
  });
});

describe('a removal', () => {
  it('takes the method that proves when no target is named', async () => {
    const w = tfaWorld();
    const one = await w.addTotp();
    const two = await w.addSms();
    const remove = { tfa_method: 'totp', code: w.totp(one.secret) };
    const { status, body } = await w.tfa('DELETE', '', remove);
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: '2FA method removed', remaining_methods: 1 },
    });
    expect((await w.methods()).map((m) => [m.id, m.is_primary])).toEqual([[two.id, true]]);
  });

  it('takes the target, and the oldest that is left becomes primary', async () => {
    const w = tfaWorld();
    const one = await w.addTotp('one');
    w.pass(60);
    const two = await w.addTotp('two');
    w.pass(60);
    const three = await w.addSms();
    const remove = { tfa_method_id: two.id, code: w.totp(two.secret), target_id: one.id };
    expect((await w.tfa('DELETE', '', remove)).body.remaining_methods).toBe(2);
    expect((await w.methods()).map((m) => [m.id, m.is_primary])).toEqual([
      [two.id, true],
      [three.id, false],
    ]);
  });

  it('of the last method turns two-factor off and ends the backup codes', async () => {
    const w = tfaWorld();
    const { secret, codes } = await w.addTotp();
    const { status, body } = await w.tfa('DELETE', '', { tfa_method: 'totp', code: w.totp(secret) });
    expect({ status, body }).toEqual({ status: 200, body: { msg: '2FA Successfully Disabled' } });
    expect(await w.status()).toMatchObject({ tfa_enabled: false, methods: [], backup_codes_remaining: 0 });
    expect((await w.user()).tfa_status).toBe('disabled');
    expect(said(await w.tfa('POST', '', { backup_code: codes[0] }))).toBe('401 invalid_backup_code');
  });

  it('and a first method after it brings a new set of codes', async () => {
    const w = tfaWorld();
    const before = await w.addTotp();
    await w.tfa('DELETE', '', { tfa_method: 'totp', code: w.totp(before.secret) });
    const after = await w.addTotp();
    expect(after.codes).toHaveLength(10);
    expect(after.codes).not.toContain(before.codes[0]);
    expect(await w.status()).toMatchObject({ tfa_enabled: true, backup_codes_remaining: 10 });
    expect(said(await w.tfa('POST', '', { backup_code: before.codes[0] }))).toBe('401 invalid_backup_code');
    expect((await w.methods())[0].is_primary).toBe(true);
  });

  it('by backup code or by e-mail needs a target, and a refused one uses nothing up', async () => {
    const w = tfaWorld();
    const { id, codes } = await w.addTotp();
    const backup_code = codes[0];
    expect(said(await w.tfa('DELETE', '', { backup_code }))).toBe('400 bad_request');
    expect(said(await w.tfa('DELETE', '', { backup_code, target_id: 99_999 }))).toBe('404 not_found');
    expect((await w.status()).backup_codes_remaining).toBe(10);
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const byMail = { tfa_method: 'email', code: await w.code(), secret };
    expect(said(await w.tfa('DELETE', '', byMail))).toBe('400 bad_request');
    await w.addSms();
    expect((await w.tfa('DELETE', '', { ...byMail, target_id: id })).body).toEqual({
      msg: '2FA method removed',
      remaining_methods: 1,
    });
    const left = (await w.methods())[0].id;
    expect((await w.tfa('DELETE', '', { backup_code, target_id: left })).body).toEqual({
      msg: '2FA Successfully Disabled',
    });
  });

  it('by text needs the secret of the text', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const remove = { tfa_method: 'sms', code: await w.code() };
    expect(said(await w.tfa('DELETE', '', remove))).toBe('400 bad_request');
    expect((await w.tfa('DELETE', '', { ...remove, secret })).body.msg).toBe('2FA Successfully Disabled');
  });

  it.each([
    ['nothing', {}, '400 missing_auth_value'],
    ['a target alone', { target_id: 601 }, '400 missing_auth_value'],
    ['a code without a method', { code: '123456' }, '400 bad_request'],
    ['an unknown method', { tfa_method: 'pigeon', code: '123456' }, '400 invalid_tfa_method'],
    [
      'a backup code that is none',
      { backup_code: 'AAAA-AAAA-AAAA', target_id: 601 },
      '401 invalid_backup_code',
    ],
    ['a wrong code', { tfa_method: 'totp', code: '1' }, '400 2fa_verification_failed'],
    [
      'a text where there is no phone',
      { tfa_method: 'sms', code: '1', secret: 'A' },
      '400 2fa_verification_failed',
    ],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    await w.addTotp();
    expect((await w.methods())[0].id).toBe(601);
    expect(said(await w.tfa('DELETE', '', body))).toBe(refusal);
    expect(await w.methods()).toHaveLength(1);
  });

  it('by a legacy account answers that two-factor is off', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy' });
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const { status, body } = await w.tfa('DELETE', '', { tfa_method: 'sms', code: await w.code(), secret });
    expect({ status, body }).toEqual({ status: 200, body: { msg: '2FA Successfully Disabled' } });
    expect((await w.user()).tfa_status).toBe('disabled');
  });
});

describe('a regeneration', () => {
  it('gives ten new codes, and the old ones are dead', async () => {
    const w = tfaWorld();
    const { secret, codes } = await w.addTotp();
    const { status, body } = await w.tfa('PUT', 'regen-backup-codes/', {
      tfa_method: 'totp',
      code: w.totp(secret),
    });
    expect(status).toBe(200);
    expect(body).toEqual({ msg: 'success', backup_codes: expect.any(Array) });
    expect(new Set(body.backup_codes).size).toBe(10);
    for (const code of body.backup_codes) expect(code).toMatch(form);
    expect(said(await w.tfa('POST', '', { backup_code: codes[0] }))).toBe('401 invalid_backup_code');
    expect((await w.tfa('POST', '', { backup_code: body.backup_codes[9] })).status).toBe(200);
    expect((await w.status()).backup_codes_remaining).toBe(9);
  });

  it('is authorized by a backup code, a text or an e-mail as well', async () => {
    const w = tfaWorld();
    const { codes } = await w.addSms();
    const byCode = await w.tfa('PUT', 'regen-backup-codes/', { backup_code: codes[0] });
    expect(byCode.body.backup_codes).toHaveLength(10);
    const sent = (await w.tfa('POST', 'sms/', {})).body.secret;
    const text = { tfa_method: 'sms', code: await w.code(), secret: sent };
    expect((await w.tfa('PUT', 'regen-backup-codes/', text)).body.backup_codes).toHaveLength(10);
    const mailed = (await w.tfa('POST', 'email/')).body.secret;
    const mail = { tfa_method: 'email', code: await w.code(), secret: mailed };
    expect((await w.tfa('PUT', 'regen-backup-codes/', mail)).body.backup_codes).toHaveLength(10);
    expect((await w.status()).backup_codes_remaining).toBe(10);
  });

  it.each([
    ['nothing', {}, '400 missing_auth_value'],
    ['a code without a method', { code: '123456' }, '400 bad_request'],
    ['a text code without a secret', { tfa_method: 'email', code: '123456' }, '400 bad_request'],
    ['an unknown method', { tfa_method: 'pigeon', code: '123456' }, '400 invalid_tfa_method'],
    ['a backup code that is none', { backup_code: 'AAAA-AAAA-AAAA' }, '401 invalid_backup_code'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    await w.addTotp();
    expect(said(await w.tfa('PUT', 'regen-backup-codes/', body))).toBe(refusal);
    expect((await w.status()).backup_codes_remaining).toBe(10);
  });

  it('a code that was sent is good for one call, whichever it was', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const text = { tfa_method: 'sms', code: await w.code(), secret };
    expect((await w.tfa('PUT', 'regen-backup-codes/', text)).status).toBe(200);
    expect(said(await w.tfa('PUT', 'regen-backup-codes/', text))).toBe('400 challenge_not_found');
    expect(said(await w.tfa('DELETE', '', text))).toBe('400 challenge_not_found');
    expect(said(await w.tfa('POST', '', text))).toBe('400 challenge_not_found');
  });

  it('a method and an id of another method contradict each other', async () => {
    const w = tfaWorld();
    const { id, secret } = await w.addTotp();
    await w.addSms();
    for (const tfa_method of ['sms', 'email']) {
      const body = { tfa_method, tfa_method_id: id, code: w.totp(secret), secret: 'A' };
      expect(said(await w.tfa('PUT', 'regen-backup-codes/', body))).toBe('400 bad_request');
    }
  });

  it('is refused while two-factor is off', async () => {
    const w = tfaWorld();
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const body = { tfa_method: 'email', code: await w.code(), secret };
    expect(said(await w.tfa('PUT', 'regen-backup-codes/', body))).toBe('400 bad_request');
  });

  it.each(['legacy', 'enabled'])(
    'C054 of an account without rows (%s) first makes a method of its number',
    async (tfa_status) => {
      const w = tfaWorld();
      await w.account({ tfa_status });
      expect(await w.methods()).toEqual([]);
      const { secret } = (await w.tfa('POST', 'sms/', {})).body;
      const regen = { tfa_method: 'sms', code: await w.code(), secret };
      const { body } = await w.tfa('PUT', 'regen-backup-codes/', regen);
      expect(body.backup_codes).toHaveLength(10);
      expect((await w.user()).tfa_status).toBe('enabled');
      expect(await w.methods()).toEqual([expect.objectContaining({ method: 'sms', is_primary: true })]);
      expect((await w.methods())[0].phone_number).toMatch(/^\D*0100$/);
      const login = (await w.tfa('POST', 'sms/', {})).body;
      const answer = await w.tfa('POST', '', { code: await w.code(), secret: login.secret });
      expect(answer.body).not.toHaveProperty('legacy_tfa_user');
    },
  );

  it('makes no method where rows were deleted', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    await w.tfa('DELETE', '', { tfa_method: 'totp', code: w.totp(secret) });
    await w.account({ tfa_status: 'enabled' });
    const mailed = (await w.tfa('POST', 'email/')).body.secret;
    const mail = { tfa_method: 'email', code: await w.code(), secret: mailed };
    expect((await w.tfa('PUT', 'regen-backup-codes/', mail)).body.backup_codes).toHaveLength(10);
    expect(await w.methods()).toEqual([]);
  });

  it('of an account without rows and without a number cannot make one', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy', phone_number: null });
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const mail = { tfa_method: 'email', code: await w.code(), secret };
    expect(said(await w.tfa('PUT', 'regen-backup-codes/', mail))).toBe('400 missing_phone_number');
  });
});

describe('the deprecated paths', () => {
  it('do what their successors do', async () => {
    const w = tfaWorld();
    await w.authorize();
    const sent = await w.tfa('POST', 'test/', { phone_number: '+15555550123' });
    expect(sent.body).toEqual({ msg: '2FA Sent', secret: expect.any(String) });
    const again = await w.tfa('POST', 'resend/', { secret: sent.body.secret });
    expect(again.body).toEqual({
      msg: 'A 6-digit code has been sent to your phone',
      secret: sent.body.secret,
    });
    const added = await w.tfa('POST', 'test-submit/', {
      tfa_method: 'sms',
      code: await w.code(),
      secret: again.body.secret,
      phone_number: '+15555550123',
    });
    expect(added.body).toMatchObject({ success: true, msg: 'SMS 2FA method added successfully.' });
    expect(added.body.backup_codes).toHaveLength(10);
  });

  it('test-submit sends a legacy account to regeneration, confirm-new does not', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy' });
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'sms/', { phone_number: '+15555550123' })).body;
    const body = { tfa_method: 'sms', code: await w.code(), secret, phone_number: '+15555550123' };
    expect(said(await w.tfa('POST', 'test-submit/', body))).toBe('400 untracked_2fa_found');
    expect((await w.tfa('POST', 'confirm-new/', body)).status).toBe(200);
    expect((await w.user()).tfa_status).toBe('enabled');
  });
});

it('no secret of an authenticator, no code and no whole number is ever answered', async () => {
  const w = tfaWorld();
  const { id, secret } = await w.addTotp();
  await w.addSms('+15555550123');
  const texts = [
    (await w.tfa('GET', 'status/')).text,
    (await w.tfa('PUT', 'update/', { tfa_method_id: id, label: 'x' })).text,
    (await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) })).text,
    (await w.tfa('POST', 'sms/', {})).text,
    (await w.tfa('POST', '', { code: '000000', secret: 'A' })).text,
  ];
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('5555550123');
    expect(text).not.toContain(await w.code());
  }
});
