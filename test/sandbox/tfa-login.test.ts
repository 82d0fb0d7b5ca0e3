import { describe, expect, it } from 'vitest';
import { said, tfaWorld } from './tfa-world.ts';

describe('a login with an API key', () => {
  it('by authenticator answers the user object and a session_key that works as Bearer', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const user = await w.user();
    const { status, body, headers } = await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) });
    expect(status).toBe(200);
    expect(body).toEqual({ ...user, session_key: expect.stringMatching(/^\S{32,}$/) });
    expect(headers.get('Set-Cookie')).toBeNull();
    expect(body.session_key).not.toBe(w.sandbox.apiKey);
    const me = await w.call('GET', '/api/v0/users/current/', undefined, body.session_key);
    expect(me.body.email).toBe('renter@example.com');
  });

  it('by text is what is taken when no method is named', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const { status, body } = await w.tfa('POST', '', { code: await w.code(), secret });
    expect({ status, key: typeof body.session_key }).toEqual({ status: 200, key: 'string' });
  });

  it('takes the method from its id, as the public client sends it', async () => {
    const w = tfaWorld();
    const { id, secret } = await w.addTotp();
    expect((await w.tfa('POST', '', { tfa_method_id: id, code: w.totp(secret) })).status).toBe(200);
  });

  it('by e-mail works with any method configured', async () => {
    const w = tfaWorld();
    await w.addTotp();
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const { body } = await w.tfa('POST', '', { tfa_method: 'email', code: await w.code(), secret });
    expect(body.session_key).toEqual(expect.any(String));
  });

  it('by backup code needs nothing else, tells how many are left, and leaves that out at 0', async () => {
    const w = tfaWorld();
    const { codes } = await w.addTotp();
    for (const [used, backup_code] of codes.entries()) {
      const { status, body } = await w.tfa('POST', '', { backup_code });
      expect(status).toBe(200);
      if (used < 9) expect(body.backup_codes_remaining).toBe(9 - used);
      else expect(body).not.toHaveProperty('backup_codes_remaining');
    }
    expect(said(await w.tfa('POST', '', { backup_code: codes[0] }))).toBe('401 invalid_backup_code');
    expect((await w.status()).backup_codes_remaining).toBe(0);
  });

  it('says nothing of backup codes after another proof', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const { body } = await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) });
    expect(body).not.toHaveProperty('backup_codes_remaining');
    expect(body).not.toHaveProperty('legacy_tfa_user');
  });

  it('needs the id where there are several methods of one type', async () => {
    const w = tfaWorld();
    await w.addTotp('one');
    const two = await w.addTotp('two');
    const login = { tfa_method: 'totp', code: w.totp(two.secret) };
    expect(said(await w.tfa('POST', '', login))).toBe('400 bad_request');
    expect((await w.tfa('POST', '', { ...login, tfa_method_id: two.id })).status).toBe(200);
    expect(said(await w.tfa('POST', '', { ...login, tfa_method_id: 99_999 }))).toBe('404 not_found');
  });

  it('takes a code that was sent once', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const login = { tfa_method: 'sms', code: await w.code(), secret };
    expect((await w.tfa('POST', '', login)).status).toBe(200);
    expect(said(await w.tfa('POST', '', login))).toBe('400 challenge_not_found');
  });

  it('takes a code that an authenticator shows again while it is valid', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const login = { tfa_method: 'totp', code: w.totp(secret) };
    expect((await w.tfa('POST', '', login)).status).toBe(200);
    expect((await w.tfa('POST', '', login)).status).toBe(200);
    w.pass(90);
    expect(said(await w.tfa('POST', '', login))).toBe('400 2fa_login_failed');
  });

  it('passes where the account asks for two-factor on every call', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    await w.account({ tfa_required: true });
    const refused = await w.call('GET', '/api/v0/instances/');
    expect({ status: refused.status, msg: refused.body.msg }).toEqual({
      status: 401,
      msg: 'Two Factor Authentication required',
    });
    const { session_key } = (await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) })).body;
    expect((await w.call('GET', '/api/v0/instances/', undefined, session_key)).status).toBe(200);
    await w.control('POST', 'sessions/expire');
    const over = await w.call('GET', '/api/v0/instances/', undefined, session_key);
    expect({ status: over.status, msg: over.body.msg }).toEqual({
      status: 404,
      msg: 'Session expired. Please log in again.',
    });
  });

  it('C037 is auth_error 403 on two-factor calls once it has expired, as the table of errors has it', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const { session_key } = (await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) })).body;
    await w.control('POST', 'sessions/expire');
    for (const [method, path] of [
      ['GET', 'status/'],
      ['POST', 'totp-setup/'],
      ['PUT', 'update/'],
    ] as const)
      expect(said(await w.tfa(method, path, method === 'GET' ? undefined : {}, session_key))).toBe(
        '403 auth_error',
      );
  });

  it('opens no wider than the key it was made with', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const { key } = (
      await w.control('POST', 'keys', { permissions: { api: { user_read: {}, user_write: {} } } })
    ).body;
    const login = { tfa_method: 'totp', code: w.totp(secret) };
    const { session_key } = (await w.tfa('POST', '', login, key)).body;
    expect((await w.call('GET', '/api/v0/users/current/', undefined, session_key)).status).toBe(200);
    expect((await w.call('GET', '/api/v0/instances/', undefined, session_key)).status).toBe(403);
  });

  it('an admin session is for admin accounts, and a refused one uses up no code', async () => {
    const w = tfaWorld();
    const { codes } = await w.addTotp();
    const login = { backup_code: codes[0], admin: true };
    expect(said(await w.tfa('POST', '', login))).toBe('403 auth_error');
    expect((await w.status()).backup_codes_remaining).toBe(10);
    await w.account({ admin: true });
    expect((await w.tfa('POST', '', login)).body.session_key).toEqual(expect.any(String));
  });

  it.each([
    ['nothing', {}, '400 missing_auth_value'],
    ['a method without a code', { tfa_method: 'totp' }, '400 missing_auth_value'],
    ['an empty code', { tfa_method: 'totp', code: '' }, '400 missing_auth_value'],
    ['an e-mail code without its secret', { tfa_method: 'email', code: '123456' }, '400 bad_request'],
    ['an unknown method', { tfa_method: 'pigeon', code: '123456' }, '400 invalid_tfa_method'],
    ['a code that is a number', { tfa_method: 'totp', code: 123456 }, '400 bad_request'],
    ['admin as a word', { tfa_method: 'totp', code: '123456', admin: 'yes' }, '400 bad_request'],
    ['a wrong code', { tfa_method: 'totp', code: '12345' }, '400 2fa_login_failed'],
    ['a text where there is no phone', { code: '123456', secret: 'A' }, '400 2fa_login_failed'],
    [
      'a secret that was never given',
      { tfa_method: 'email', code: '1', secret: 'A' },
      '400 challenge_not_found',
    ],
    ['a backup code of another form', { backup_code: 'nonsense' }, '401 invalid_backup_code'],
    ['a list', '[]', '400 bad_request'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    await w.addTotp();
    expect(said(await w.tfa('POST', '', body))).toBe(refusal);
  });

  it('refuses a text code without its secret', async () => {
    const w = tfaWorld();
    await w.addSms();
    await w.tfa('POST', 'sms/', {});
    const login = { tfa_method: 'sms', code: await w.code() };
    expect(said(await w.tfa('POST', '', login))).toBe('400 bad_request');
  });

  it('refuses an authenticator that was never set up', async () => {
    const w = tfaWorld();
    await w.addSms();
    const login = { tfa_method: 'totp', code: '123456' };
    expect(said(await w.tfa('POST', '', login))).toBe('400 tfa_method_not_configured');
  });

  it('refuses a text that went to another number', async () => {
    const w = tfaWorld();
    await w.addSms('+15555550123');
    const { secret } = (await w.tfa('POST', 'sms/', { phone_number: '+15555550999' })).body;
    const login = { tfa_method: 'sms', code: await w.code(), secret };
    expect(said(await w.tfa('POST', '', login))).toBe('400 phone_number_mismatch');
  });
});

describe('a login without a key', () => {
  it('answers the session as cookie and header, and not in the body', async () => {
    const w = tfaWorld();
    const { secret: seed } = await w.addTotp();
    const user = await w.user();
    const secret = await w.startLogin();
    const login = { tfa_method: 'totp', code: w.totp(seed), secret };
    const { status, body, headers } = await w.tfa('POST', '', login, null);
    expect({ status, body }).toEqual({ status: 200, body: user });
    const session = headers.get('X-Session-Key') ?? '';
    expect(session).toMatch(/^\S{32,}$/);
    expect(headers.get('Set-Cookie')).toMatch(new RegExp(`^session=${session};`));
    const me = await w.call('GET', '/api/v0/users/current/', undefined, session);
    expect(me.status).toBe(200);
  });

  it('by text and by e-mail keeps the secret of the login', async () => {
    const w = tfaWorld();
    await w.addSms('+15555550123');
    const secret = await w.startLogin();
    expect((await w.tfa('POST', 'sms/', { secret }, null)).body).toEqual({ msg: '2FA Sent', secret });
    expect((await w.outbox()).at(-1)).toMatchObject({ channel: 'sms', to: '+15555550123' });
    expect((await w.tfa('POST', 'sms/resend/', { secret }, null)).body).toEqual({
      msg: 'A 6-digit code has been sent to your phone',
      secret,
    });
    expect((await w.tfa('POST', 'email/', { secret }, null)).body).toMatchObject({ success: true, secret });
    const byMail = { tfa_method: 'email', code: await w.code(), secret };
    expect((await w.tfa('POST', '', byMail, null)).status).toBe(200);
  });

  it('by backup code tells how many are left', async () => {
    const w = tfaWorld();
    const { codes } = await w.addTotp();
    const login = { backup_code: codes[3], secret: await w.startLogin() };
    const { body } = await w.tfa('POST', '', login, null);
    expect(body).toMatchObject({ backup_codes_remaining: 9 });
    expect(body).not.toHaveProperty('session_key');
  });

  it('takes a secret for one login', async () => {
    const w = tfaWorld();
    const { secret: seed } = await w.addTotp();
    const login = { tfa_method: 'totp', code: w.totp(seed), secret: await w.startLogin() };
    expect((await w.tfa('POST', '', login, null)).status).toBe(200);
    expect(said(await w.tfa('POST', '', login, null))).toBe('400 challenge_not_found');
  });

  it('waits half an hour for its second factor', async () => {
    const w = tfaWorld();
    const secret = await w.startLogin();
    w.pass(1799);
    expect((await w.tfa('POST', 'email/', { secret }, null)).status).toBe(200);
    w.pass(1);
    expect(said(await w.tfa('POST', 'email/', { secret }, null))).toBe('403 auth_error');
  });

  it('says that no code was sent before one was', async () => {
    const w = tfaWorld();
    await w.addSms();
    const login = { tfa_method: 'sms', code: '123456', secret: await w.startLogin() };
    expect(said(await w.tfa('POST', '', login, null))).toBe('400 no_challenge_found');
  });

  it('sends a text to numbers of the account alone', async () => {
    const w = tfaWorld();
    await w.addSms('+15555550123');
    const secret = await w.startLogin();
    const elsewhere = { phone_number: '+15555550999', secret };
    expect(said(await w.tfa('POST', 'sms/', elsewhere, null))).toBe('400 phone_number_mismatch');
    const own = { phone_number: '+15555550123', secret };
    expect((await w.tfa('POST', 'sms/', own, null)).status).toBe(200);
  });

  it('sends no text to the number on file of an account that has other methods', async () => {
    const w = tfaWorld();
    await w.addTotp();
    const secret = await w.startLogin();
    expect(said(await w.tfa('POST', 'sms/', { secret }, null))).toBe('400 missing_phone_number');
  });

  it.each([
    ['no secret', {}, '401 missing_auth_value'],
    ['an empty secret', { secret: '' }, '401 missing_auth_value'],
    ['a secret that is a number', { secret: 7 }, '400 bad_request'],
    ['an unknown secret', { secret: 'A' }, '400 challenge_not_found'],
  ])('refuses %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    for (const path of ['', 'email/', 'sms/', 'sms/resend/', 'test/', 'resend/']) {
      expect(said(await w.tfa('POST', path, body, null))).toBe(refusal);
    }
  });
});

describe('a legacy account', () => {
  it('logs in by a text to its number on file, and is told apart', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy' });
    expect((await w.user()).tfa_status).toBe('legacy');
    expect(await w.status()).toMatchObject({ tfa_enabled: true, methods: [], backup_codes_remaining: 0 });
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    expect((await w.outbox()).at(-1)?.to).toBe('+15555550100');
    const { body } = await w.tfa('POST', '', { tfa_method: 'sms', code: await w.code(), secret });
    expect(body).toMatchObject({ legacy_tfa_user: true, session_key: expect.any(String) });
  });

  it('logs in so without a key, too', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy' });
    const secret = await w.startLogin();
    await w.tfa('POST', 'sms/', { secret }, null);
    const { body } = await w.tfa('POST', '', { code: await w.code(), secret }, null);
    expect(body).toMatchObject({ legacy_tfa_user: true, tfa_status: 'legacy' });
  });

  it('without a number on file cannot log in by text', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy', phone_number: null });
    expect(said(await w.tfa('POST', 'sms/', {}))).toBe('400 missing_phone_number');
    const login = { tfa_method: 'sms', code: '123456', secret: 'A' };
    expect(said(await w.tfa('POST', '', login))).toBe('400 2fa_login_failed');
  });
});
