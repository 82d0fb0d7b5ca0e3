import { describe, expect, it } from 'vitest';
import { said, tfaWorld } from './tfa-world.ts';

describe('a text', () => {
  it('is one at a time: while it is valid, another send is refused', async () => {
    const w = tfaWorld();
    await w.tfa('POST', 'sms/', { phone_number: '+15555550123' });
    expect(said(await w.tfa('POST', 'sms/', { phone_number: '+15555550123' }))).toBe(
      '400 tfa_challenge_exists',
    );
    w.pass(599);
    expect(said(await w.tfa('POST', 'sms/', {}))).toBe('400 tfa_challenge_exists');
    w.pass(1);
    expect((await w.tfa('POST', 'sms/', {})).status).toBe(200);
    expect(await w.outbox()).toHaveLength(2);
  });

  it('goes to the number named, to a method, or to the number on file', async () => {
    const w = tfaWorld();
    const to = async (body: object) => {
      expect((await w.tfa('POST', 'sms/', body)).status).toBe(200);
      w.pass(600);
      return (await w.outbox()).at(-1)?.to;
    };
    expect(await to({})).toBe('+15555550100');
    expect(await to({ phone_number: '+447700900123' })).toBe('+447700900123');
    const one = await w.addSms('+15555550123');
    const two = await w.addSms('+15555550124');
    expect(await to({})).toBe('+15555550123');
    expect(await to({ tfa_method_id: one.id })).toBe('+15555550123');
    expect(await to({ tfa_method_id: two.id })).toBe('+15555550124');
    expect(await to({ tfa_method_id: two.id, phone_number: '+15555550124' })).toBe('+15555550124');
    await w.tfa('PUT', 'update/', { tfa_method_id: two.id, is_primary: true });
    expect(await to({})).toBe('+15555550124');
  });

  it.each([
    ['a number without +', { phone_number: '15555550123' }, '400 bad_request'],
    ['a number with blanks', { phone_number: '+1 555 555 0123' }, '400 bad_request'],
    ['a number that is a number', { phone_number: 15555550123 }, '400 bad_request'],
    ['an id that is a word', { tfa_method_id: 'phone' }, '400 bad_request'],
    ['an id of no method', { tfa_method_id: 99_999 }, '404 not_found'],
    ['a secret that was never given', { secret: 'A' }, '400 challenge_not_found'],
  ])('is refused for %s', async (_name, body, refusal) => {
    const w = tfaWorld();
    expect(said(await w.tfa('POST', 'sms/', body))).toBe(refusal);
    expect(await w.outbox()).toEqual([]);
  });

  it('is refused for a method that is no phone, and for a number that is not the method’s', async () => {
    const w = tfaWorld();
    const totp = await w.addTotp();
    const sms = await w.addSms('+15555550123');
    expect(said(await w.tfa('POST', 'sms/', { tfa_method_id: totp.id }))).toBe('400 invalid_tfa_method');
    const body = { tfa_method_id: sms.id, phone_number: '+15555550124' };
    expect(said(await w.tfa('POST', 'sms/', body))).toBe('400 phone_number_mismatch');
  });

  it('is valid for ten minutes', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const login = { tfa_method: 'sms', code: await w.code(), secret };
    w.pass(600);
    expect(said(await w.tfa('POST', '', login))).toBe('400 2fa_expired');
  });

  it('is good until the tenth minute is over', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    w.pass(599);
    expect((await w.tfa('POST', '', { code: await w.code(), secret })).status).toBe(200);
  });
});

describe('a resend', () => {
  it('C047 with a key answers a new secret; the earlier code and secret are dead', async () => {
    const w = tfaWorld();
    await w.addSms();
    const first = { secret: (await w.tfa('POST', 'sms/', {})).body.secret, code: await w.code() };
    const again = await w.tfa('POST', 'sms/resend/', {});
    expect(again.body).toEqual({
      msg: 'A 6-digit code has been sent to your phone',
      secret: expect.any(String),
    });
    expect(again.body.secret).not.toBe(first.secret);
    expect(said(await w.tfa('POST', '', first))).toBe('400 challenge_not_found');
    const login = { code: await w.code(), secret: again.body.secret };
    expect((await w.tfa('POST', '', login)).status).toBe(200);
  });

  it('keeps a secret that is given along, and begins the ten minutes again', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    w.pass(599);
    expect((await w.tfa('POST', 'sms/resend/', { secret })).body.secret).toBe(secret);
    w.pass(599);
    expect((await w.tfa('POST', '', { code: await w.code(), secret })).status).toBe(200);
  });

  it('goes to the number of the first text alone', async () => {
    const w = tfaWorld();
    const one = await w.addSms('+15555550123');
    const two = await w.addSms('+15555550124');
    const { secret } = (await w.tfa('POST', 'sms/', { tfa_method_id: one.id })).body;
    const other = { secret, phone_number: '+15555550124' };
    expect(said(await w.tfa('POST', 'sms/resend/', other))).toBe('400 phone_number_mismatch');
    expect(said(await w.tfa('POST', 'sms/resend/', { secret, tfa_method_id: two.id }))).toBe(
      '400 phone_number_mismatch',
    );
    expect(said(await w.tfa('POST', 'sms/resend/', { secret, tfa_method_id: 99_999 }))).toBe('404 not_found');
    for (const body of [{ phone_number: '+15555550123' }, { tfa_method_id: one.id }]) {
      expect((await w.tfa('POST', 'sms/resend/', body)).status).toBe(200);
      expect((await w.outbox()).at(-1)?.to).toBe('+15555550123');
    }
  });

  it('needs a text that is still valid', async () => {
    const w = tfaWorld();
    expect(said(await w.tfa('POST', 'sms/resend/', {}))).toBe('400 no_challenge_found');
    expect(said(await w.tfa('POST', 'sms/resend/', { secret: 'A' }))).toBe('400 challenge_not_found');
    const mail = (await w.tfa('POST', 'email/')).body.secret;
    expect(said(await w.tfa('POST', 'sms/resend/', { secret: mail }))).toBe('400 no_challenge_found');
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    w.pass(600);
    expect(said(await w.tfa('POST', 'sms/resend/', {}))).toBe('400 no_challenge_found');
    expect(said(await w.tfa('POST', 'sms/resend/', { secret }))).toBe('400 2fa_expired');
  });
});

describe('an e-mail', () => {
  it('with a key is always a new challenge, and the earlier one stays valid', async () => {
    const w = tfaWorld();
    await w.addTotp();
    const first = { secret: (await w.tfa('POST', 'email/')).body.secret, code: await w.code() };
    const second = { secret: (await w.tfa('POST', 'email/')).body.secret, code: await w.code() };
    expect(second.secret).not.toBe(first.secret);
    for (const sent of [first, second]) {
      expect((await w.tfa('POST', '', { tfa_method: 'email', ...sent })).status).toBe(200);
    }
  });

  it('goes on under a secret that is given along', async () => {
    const w = tfaWorld();
    const { secret } = (await w.tfa('POST', 'authorize-new-method/', {})).body;
    const first = await w.code();
    expect((await w.tfa('POST', 'email/', { secret })).body.secret).toBe(secret);
    const second = await w.code();
    expect(second).not.toBe(first);
    expect(said(await w.tfa('PUT', 'authorize-new-method/', { code: first, secret }))).toBe(
      '400 2fa_verification_failed',
    );
    expect((await w.tfa('PUT', 'authorize-new-method/', { code: second, secret })).status).toBe(200);
    expect(said(await w.tfa('POST', 'email/', { secret: 'A' }))).toBe('400 challenge_not_found');
  });

  it('is valid for ten minutes', async () => {
    const w = tfaWorld();
    await w.addTotp();
    const { secret } = (await w.tfa('POST', 'email/')).body;
    w.pass(600);
    const login = { tfa_method: 'email', code: await w.code(), secret };
    expect(said(await w.tfa('POST', '', login))).toBe('400 2fa_expired');
  });

  it('does not stand in the way of a text', async () => {
    const w = tfaWorld();
    await w.tfa('POST', 'email/');
    expect((await w.tfa('POST', 'sms/', {})).status).toBe(200);
  });
});

describe('the verified e-mail', () => {
  const sends: [method: 'POST', path: string, body: object][] = [
    ['POST', 'email/', {}],
    ['POST', 'sms/', {}],
    ['POST', 'sms/resend/', {}],
    ['POST', 'test/', {}],
    ['POST', 'resend/', {}],
    ['POST', 'authorize-new-method/', { tfa_method: 'email' }],
    ['POST', 'authorize-new-method/', { tfa_method: 'sms' }],
  ];

  it.each(sends)('is needed by %s /tfa/%s with %j', async (method, path, body) => {
    const w = tfaWorld();
    await w.addSms();
    await w.tfa('POST', 'sms/', {});
    await w.account({ email_verified: false });
    expect(said(await w.tfa(method, path, body))).toBe('400 email_not_verified');
    await w.account({ email: null });
    expect(said(await w.tfa(method, path, body))).toBe('400 missing_email');
  });

  it.each(sends)(
    'admins are exempt in sms and resend only: %s /tfa/%s with %j',
    async (method, path, body) => {
      const w = tfaWorld();
      await w.addSms();
      if (/resend/.test(path)) await w.tfa('POST', 'sms/', {});
      await w.account({ email_verified: false, admin: true });
      const answer = await w.tfa(method, path, body);
      const exempt = ['sms/', 'sms/resend/', 'test/', 'resend/'].includes(path);
      expect(answer.status === 200 ? 'sent' : said(answer)).toBe(exempt ? 'sent' : '400 email_not_verified');
    },
  );

  it('is not needed where no code is sent', async () => {
    const w = tfaWorld();
    const { secret, codes } = await w.addTotp();
    await w.account({ email_verified: false, email: null });
    expect((await w.tfa('GET', 'status/')).status).toBe(200);
    expect((await w.tfa('POST', 'totp-setup/')).status).toBe(200);
    expect((await w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) })).status).toBe(200);
    const regen = await w.tfa('PUT', 'regen-backup-codes/', { backup_code: codes[0] });
    expect(regen.status).toBe(200);
  });
});

describe('what hinders texts', () => {
  it.each([
    [{ sms_fraud: true }, '403 sms_fraud_detected'],
    [{ sms_rate_limited: true }, '429 sms_rate_limited'],
  ])('the account switch %j', async (account, refusal) => {
    const w = tfaWorld();
    const { codes } = await w.addSms();
    await w.tfa('POST', 'sms/', {});
    await w.account(account);
    for (const path of ['sms/', 'sms/resend/', 'test/', 'resend/']) {
      expect(said(await w.tfa('POST', path, {}))).toBe(refusal);
    }
    expect(said(await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'sms' }))).toBe(refusal);
    expect((await w.tfa('POST', 'email/')).status).toBe(200);
    expect((await w.tfa('POST', '', { backup_code: codes[0] })).status).toBe(200);
  });

  it.each([
    ['+15005550001', '400 twilio_error'],
    ['+15005550002', '429 twilio_rate_limited'],
    ['+15005550003', '429 preauth_phone_cap'],
    ['+15005550004', '400 sms_blocked_number'],
  ])('the number %s, and then another one may be tried at once', async (phone_number, refusal) => {
    const w = tfaWorld();
    expect(said(await w.tfa('POST', 'sms/', { phone_number }))).toBe(refusal);
    expect(await w.outbox()).toEqual([]);
    expect((await w.tfa('POST', 'sms/', { phone_number: '+15555550123' })).status).toBe(200);
  });

  it('texts are not limited otherwise: thirty resends go out', async () => {
    const w = tfaWorld();
    await w.tfa('POST', 'sms/', {});
    for (let i = 0; i < 30; i++) expect((await w.tfa('POST', 'sms/resend/', {})).status).toBe(200);
    expect(await w.outbox()).toHaveLength(31);
  });
});
