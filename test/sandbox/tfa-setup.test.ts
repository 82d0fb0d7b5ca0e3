import { describe, expect, it } from 'vitest';
import { said, tfaWorld } from './tfa-world.ts';

describe('the first method', () => {
  it('is authorized by a code to the verified e-mail, whatever is asked for', async () => {
    const w = tfaWorld();
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'sms' });
    expect({ status: started.status, body: started.body }).toEqual({
      status: 200,
      body: { success: true, secret: expect.any(String) },
    });
    expect(await w.outbox()).toEqual([
      {
        channel: 'email',
        to: 'renter@example.com',
        code: expect.stringMatching(/^\d{6}$/),
        sent_at: w.clock.now() / 1000,
      },
    ]);
    expect((await w.status()).new_method_authorized).toBe(false);
    const opened = await w.tfa('PUT', 'authorize-new-method/', {
      code: await w.code(),
      secret: started.body.secret,
    });
    expect(opened.body).toEqual({ success: true, msg: 'Authorization successful.' });
    expect((await w.status()).new_method_authorized).toBe(true);
  });

  it('totp-setup hands out a secret and its address, and adds nothing', async () => {
    const w = tfaWorld();
    const { status, body } = await w.tfa('POST', 'totp-setup/');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['provisioning_uri', 'secret']);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.provisioning_uri);
    const issuer = uri.searchParams.get('issuer');
    expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp');
    expect(decodeURIComponent(uri.pathname)).toBe(`/${issuer}:renter@example.com`);
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    expect(await w.status()).toEqual({
      success: true,
      tfa_enabled: false,
      methods: [],
      backup_codes_remaining: 0,
      new_method_authorized: false,
    });
  });

  it('an authenticator turns two-factor on and brings ten backup codes, once', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    const { status, body } = await w.tfa('POST', 'confirm-new/', {
      tfa_method: 'totp',
      code: w.totp(secret),
      secret,
      label: 'Pixel 9',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      msg: 'TOTP 2FA method added successfully.',
      backup_codes: expect.any(Array),
    });
    expect(new Set(body.backup_codes).size).toBe(10);
    for (const code of body.backup_codes) expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const now = w.clock.now() / 1000;
    expect(await w.status()).toEqual({
      success: true,
      tfa_enabled: true,
      methods: [
        {
          id: expect.any(Number),
          user_id: (await w.user()).id,
          method: 'totp',
          label: 'Pixel 9',
          is_primary: true,
          fail_count: 0,
          locked_until: null,
          created_at: now,
          last_used: now,
        },
      ],
      backup_codes_remaining: 10,
      new_method_authorized: true,
    });
    expect((await w.user()).tfa_status).toBe('enabled');
  });

  it('a phone is shown by its last four digits', async () => {
    const w = tfaWorld();
    await w.authorize();
    const sent = await w.tfa('POST', 'sms/', { phone_number: '+15555550123' });
    expect({ status: sent.status, body: sent.body }).toEqual({
      status: 200,
      body: { msg: '2FA Sent', secret: expect.any(String) },
    });
    expect((await w.outbox()).at(-1)).toMatchObject({ channel: 'sms', to: '+15555550123' });
    const { body } = await w.tfa('POST', 'confirm-new/', {
      tfa_method: 'sms',
      code: await w.code(),
      secret: sent.body.secret,
      phone_number: '+15555550123',
    });
    expect(body.msg).toBe('SMS 2FA method added successfully.');
    expect(body.backup_codes).toHaveLength(10);
    const { text } = await w.tfa('GET', 'status/');
    expect(text).not.toContain('555555');
    expect((await w.methods())[0].phone_number).toMatch(/^\D*0123$/);
  });

  it('is also authorized by a code that POST /tfa/email/ sent', async () => {
    const w = tfaWorld();
    const sent = await w.tfa('POST', 'email/', {});
    expect(sent.body).toEqual({
      success: true,
      msg: '2FA code sent to your email address.',
      secret: expect.any(String),
    });
    const opened = await w.tfa('PUT', 'authorize-new-method/', {
      code: await w.code(),
      secret: sent.body.secret,
    });
    expect(opened.body).toEqual({ success: true, msg: 'Authorization successful.' });
  });
});

describe('a further method', () => {
  it('brings no backup codes and is not primary', async () => {
    const w = tfaWorld();
    const first = await w.addTotp();
    const second = await w.addSms();
    expect(second.codes).toBeUndefined();
    expect((await w.methods()).map((one) => [one.id, one.is_primary])).toEqual([
      [first.id, true],
      [second.id, false],
    ]);
  });

  it('is authorized by the authenticator, which is sent nothing and needs no e-mail', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    w.pass(1800);
    await w.account({ email_verified: false });
    const before = await w.outbox();
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' });
    expect(await w.outbox()).toEqual(before);
    const body = { code: w.totp(secret), secret: started.body.secret };
    const opened = await w.tfa('PUT', 'authorize-new-method/', body);
    expect(opened.body).toEqual({ success: true, msg: 'Authorization successful.' });
  });

  it('is authorized by a text to a phone that is a method', async () => {
    const w = tfaWorld();
    const { id } = await w.addSms('+15555550123');
    w.pass(1800);
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method_id: id });
    expect((await w.outbox()).at(-1)).toMatchObject({ channel: 'sms', to: '+15555550123' });
    const body = { code: await w.code(), secret: started.body.secret };
    expect((await w.tfa('PUT', 'authorize-new-method/', body)).status).toBe(200);
    expect((await w.status()).new_method_authorized).toBe(true);
  });

  it('is authorized directly by a backup code, which is gone then', async () => {
    const w = tfaWorld();
    const { codes } = await w.addTotp();
    w.pass(1800);
    await w.account({ email_verified: false });
    const backup_code = codes[0];
    const opened = await w.tfa('POST', 'authorize-new-method/', { backup_code });
    expect(opened.body).toEqual({ success: true, msg: 'Authorization successful.' });
    expect(await w.status()).toMatchObject({ new_method_authorized: true, backup_codes_remaining: 9 });
    expect(said(await w.tfa('POST', 'authorize-new-method/', { backup_code }))).toBe(
      '401 invalid_backup_code',
    );
  });

  it('a text that is on its way already still authorizes, by its resend', async () => {
    const w = tfaWorld();
    await w.addSms('+15555550123');
    await w.tfa('POST', 'sms/', { phone_number: '+15555550123' });
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'sms' });
    expect(said(started)).toBe('400 tfa_challenge_exists');
    const { secret } = (await w.tfa('POST', 'sms/resend/', {})).body;
    w.pass(10);
    const opened = await w.tfa('PUT', 'authorize-new-method/', { code: await w.code(), secret });
    expect(opened.status).toBe(200);
  });

  it('needs a choice where there are several of one type', async () => {
    const w = tfaWorld();
    await w.addTotp('one');
    const second = await w.addTotp('two');
    expect(said(await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' }))).toBe(
      '400 bad_request',
    );
    expect(said(await w.tfa('POST', 'authorize-new-method/', {}))).toBe('400 bad_request');
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method_id: second.id });
    const body = { code: w.totp(second.secret), secret: started.body.secret };
    expect((await w.tfa('PUT', 'authorize-new-method/', body)).status).toBe(200);
  });

  it('may repeat a type, but not a number and not an authenticator', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const again = { tfa_method: 'totp', code: w.totp(secret), secret: secret.toLowerCase() };
    expect(said(await w.tfa('POST', 'confirm-new/', again))).toBe('400 duplicate_tfa_method');
    await w.addSms('+15555550123');
    await w.addSms('+15555550124');
    const sent = await w.tfa('POST', 'sms/', { phone_number: '+15555550124' });
    const same = { tfa_method: 'sms', phone_number: '+15555550124', secret: sent.body.secret };
    expect(said(await w.tfa('POST', 'confirm-new/', { ...same, code: await w.code() }))).toBe(
      '400 duplicate_tfa_method',
    );
    expect(await w.methods()).toHaveLength(3);
  });
});

describe('the window', () => {
  it('stays open for thirty minutes, and after a method was added', async () => {
    const w = tfaWorld();
    await w.authorize();
    w.pass(1799);
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    expect((await w.status()).new_method_authorized).toBe(true);
    const body = { tfa_method: 'totp', code: w.totp(secret), secret };
    expect((await w.tfa('POST', 'confirm-new/', body)).status).toBe(200);
    expect((await w.status()).new_method_authorized).toBe(true);
    w.pass(1);
    expect((await w.status()).new_method_authorized).toBe(false);
  });

  it('once closed, nothing is added until it is opened again, for the same secret', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    w.pass(1800);
    const confirm = () => w.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code: w.totp(secret), secret });
    expect(said(await confirm())).toBe('403 authorization_required');
    expect(await w.methods()).toEqual([]);
    await w.authorize();
    expect((await confirm()).status).toBe(200);
  });
});

describe('confirm-new', () => {
  it('C044 a wrong code leaves the secret good, and counts', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    const submit = (code: string) => w.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code, secret });
    for (const fail_count of [1, 2, 3, 4, 5, 6]) {
      const { status, body } = await submit(w.wrong(w.totp(secret)));
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          success: false,
          error: '2fa_verification_failed',
          msg: expect.any(String),
          fail_count,
          locked_until: null,
        },
      });
    }
    expect((await submit(w.totp(secret))).status).toBe(200);
  });

  it('a wrong code leaves a text good, too', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'sms/', { phone_number: '+15555550123' })).body;
    const right = await w.code();
    const submit = (code: string) =>
      w.tfa('POST', 'confirm-new/', { tfa_method: 'sms', code, secret, phone_number: '+15555550123' });
    expect((await submit(w.wrong(right))).body).toMatchObject({ fail_count: 1, locked_until: null });
    expect((await submit(w.wrong(right))).body).toMatchObject({ fail_count: 2, locked_until: null });
    expect((await submit(right)).status).toBe(200);
  });

  it.each([
    [-61, 400],
    [-30, 200],
    [30, 200],
    [61, 400],
  ])('takes a code that is %i s off with %i: one step of drift', async (off, status) => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    const body = { tfa_method: 'totp', code: w.totp(secret, off), secret };
    expect((await w.tfa('POST', 'confirm-new/', body)).status).toBe(status);
  });

  it('C042 takes a code as text only, zeros in front included', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
    while (!w.totp(secret).startsWith('0')) w.pass(30);
    await w.authorize();
    const code = w.totp(secret);
    const submit = (value: unknown) =>
      w.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code: value, secret });
    expect(said(await submit(Number(code)))).toBe('400 bad_request');
    expect(said(await submit(String(Number(code))))).toBe('400 2fa_verification_failed');
    expect((await submit(code)).status).toBe(200);
  });

  it.each([
    ['nothing at all', {}, '400 missing_params'],
    ['neither code nor secret', { tfa_method: 'totp' }, '400 missing_params'],
    ['no code', { tfa_method: 'totp', secret: 'A' }, '400 missing_auth_value'],
    ['no secret', { tfa_method: 'totp', code: '123456' }, '400 bad_request'],
    ['no method', { code: '123456', secret: 'A' }, '400 bad_request'],
    ['e-mail as a method', { tfa_method: 'email', code: '123456', secret: 'A' }, '400 invalid_tfa_method'],
    ['an unknown method', { tfa_method: 'pigeon' }, '400 invalid_tfa_method'],
    ['a method that is a number', { tfa_method: 1, code: '123456', secret: 'A' }, '400 bad_request'],
    [
      'a phone without number',
      { tfa_method: 'sms', code: '123456', secret: 'A' },
      '400 missing_phone_number',
    ],
    [
      'a number that is not E.164',
      { tfa_method: 'sms', code: '123456', secret: 'A', phone_number: '555 0100' },
      '400 bad_request',
    ],
    [
      'a label of 31 characters',
      { tfa_method: 'totp', code: '123456', secret: 'A', label: 'x'.repeat(31) },
      '400 bad_request',
    ],
    [
      'a secret that is no base32',
      { tfa_method: 'totp', code: '123456', secret: '0189' },
      '400 tfa_method_not_configured',
    ],
    [
      'a secret of no text',
      { tfa_method: 'sms', code: '123456', secret: 'A', phone_number: '+15555550123' },
      '400 challenge_not_found',
    ],
    ['malformed JSON', '{"tfa_method": ', '400 bad_request'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    await w.authorize();
    expect(said(await w.tfa('POST', 'confirm-new/', body))).toBe(refusal);
    expect(await w.methods()).toEqual([]);
  });

  it('refuses a text that went to another number', async () => {
    const w = tfaWorld();
    await w.authorize();
    const { secret } = (await w.tfa('POST', 'sms/', { phone_number: '+15555550123' })).body;
    const body = { tfa_method: 'sms', code: await w.code(), secret, phone_number: '+15555550124' };
    expect(said(await w.tfa('POST', 'confirm-new/', body))).toBe('400 phone_number_mismatch');
  });

  it('takes a label of 30 characters, however wide they are', async () => {
    const w = tfaWorld();
    await w.addTotp('🔑'.repeat(30));
    expect((await w.methods())[0].label).toBe('🔑'.repeat(30));
  });
});

describe('the PUT of an authorization', () => {
  it.each([
    ['nothing', {}, '400 missing_params'],
    ['no code', { secret: 'A' }, '400 missing_auth_value'],
    ['no secret', { code: '123456' }, '400 bad_request'],
    ['a code that is a number', { code: 123456, secret: 'A' }, '400 bad_request'],
    ['no start before it', { code: '123456', secret: 'A' }, '400 no_pending_authorization'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    expect(said(await w.tfa('PUT', 'authorize-new-method/', body))).toBe(refusal);
  });

  it('refuses another secret than that of the start', async () => {
    const w = tfaWorld();
    await w.addTotp();
    await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' });
    const body = { code: '123456', secret: 'another' };
    expect(said(await w.tfa('PUT', 'authorize-new-method/', body))).toBe('400 challenge_not_found');
  });

  it('refuses a start by authenticator that is ten minutes old', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' });
    w.pass(600);
    const body = { code: w.totp(secret), secret: started.body.secret };
    expect(said(await w.tfa('PUT', 'authorize-new-method/', body))).toBe('400 2fa_expired');
  });

  it('takes a start once', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' });
    const body = { code: w.totp(secret), secret: started.body.secret };
    expect((await w.tfa('PUT', 'authorize-new-method/', body)).status).toBe(200);
    expect(said(await w.tfa('PUT', 'authorize-new-method/', body))).toBe('400 no_pending_authorization');
  });

  it('takes no text that went to a number of no method', async () => {
    const w = tfaWorld();
    await w.addSms('+15555550123');
    await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'sms' });
    w.pass(600);
    const { secret } = (await w.tfa('POST', 'sms/', { phone_number: '+15555550999' })).body;
    const body = { code: await w.code(), secret };
    expect(said(await w.tfa('PUT', 'authorize-new-method/', body))).toBe('400 phone_number_mismatch');
    expect((await w.status()).new_method_authorized).toBe(true);
    w.pass(1200);
    expect((await w.status()).new_method_authorized).toBe(false);
  });
});
