import { describe, expect, it } from 'vitest';
import { said, type TfaWorld, tfaWorld } from './tfa-world.ts';

const wrongTotp = async (w: TfaWorld, secret: string) =>
  w.tfa('POST', '', { tfa_method: 'totp', code: w.wrong(w.totp(secret)) });

describe('wrong codes', () => {
  it('lock an authenticator at the fifth, for fifteen minutes, and every answer counts', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    for (const fail_count of [1, 2, 3, 4]) {
      const { status, body } = await wrongTotp(w, secret);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          success: false,
          error: '2fa_login_failed',
          msg: expect.any(String),
          fail_count,
          locked_until: null,
        },
      });
      expect((await w.methods())[0]).toMatchObject({ fail_count, locked_until: null });
    }
    const locked_until = w.clock.now() / 1000 + 900;
    const { status, body } = await wrongTotp(w, secret);
    expect({ status, body }).toEqual({
      status: 429,
      body: { success: false, error: 'tfa_locked', msg: expect.any(String), fail_count: 5, locked_until },
    });
    expect((await w.methods())[0]).toMatchObject({ fail_count: 5, locked_until });
  });

  it('lock a phone at the third', async () => {
    const w = tfaWorld();
    await w.addSms();
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const right = await w.code();
    const submit = (code: string) => w.tfa('POST', '', { tfa_method: 'sms', code, secret });
    expect((await submit(w.wrong(right))).body).toMatchObject({ error: '2fa_login_failed', fail_count: 1 });
    expect((await submit(w.wrong(right))).body).toMatchObject({ error: '2fa_login_failed', fail_count: 2 });
    expect((await submit(w.wrong(right))).body).toMatchObject({ error: 'tfa_locked', fail_count: 3 });
    expect((await submit(right)).body).toMatchObject({ error: 'tfa_locked', fail_count: 3 });
  });

  it('a right code is no better while the lock holds; after it the count begins again', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    for (let i = 0; i < 5; i++) await wrongTotp(w, secret);
    const login = () => w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) });
    w.pass(899);
    expect(said(await login())).toBe('429 tfa_locked');
    w.pass(1);
    expect((await w.methods())[0]).toMatchObject({ fail_count: 0, locked_until: null });
    expect((await wrongTotp(w, secret)).body).toMatchObject({ error: '2fa_login_failed', fail_count: 1 });
    expect((await login()).status).toBe(200);
    expect((await w.methods())[0]).toMatchObject({ fail_count: 0, last_used: w.clock.now() / 1000 });
  });

  it('C045 lock one method: another of its type, e-mail and backup codes go on', async () => {
    const w = tfaWorld();
    const one = await w.addTotp('one');
    const two = await w.addTotp('two');
    const wrong = { tfa_method_id: one.id, code: w.wrong(w.totp(one.secret)) };
    for (let i = 0; i < 5; i++) await w.tfa('POST', '', wrong);
    expect(said(await w.tfa('POST', '', { tfa_method_id: one.id, code: w.totp(one.secret) }))).toBe(
      '429 tfa_locked',
    );
    expect((await w.tfa('POST', '', { tfa_method_id: two.id, code: w.totp(two.secret) })).status).toBe(200);
    expect((await w.tfa('POST', '', { backup_code: one.codes[0] })).status).toBe(200);
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const byMail = { tfa_method: 'email', code: await w.code(), secret };
    expect((await w.tfa('POST', '', byMail)).status).toBe(200);
  });

  it.each([
    ['removal', 'DELETE', ''],
    ['regeneration', 'PUT', 'regen-backup-codes/'],
  ] as const)('count in %s as in a login, under the name of a verification', async (_name, method, path) => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const submit = () => w.tfa(method, path, { tfa_method: 'totp', code: w.wrong(w.totp(secret)) });
    await wrongTotp(w, secret);
    expect((await submit()).body).toMatchObject({
      error: '2fa_verification_failed',
      fail_count: 2,
      locked_until: null,
    });
    for (const fail_count of [3, 4]) expect((await submit()).body.fail_count).toBe(fail_count);
    expect((await submit()).body).toMatchObject({ error: 'tfa_locked', fail_count: 5 });
    expect(await w.methods()).toHaveLength(1);
    expect((await w.status()).backup_codes_remaining).toBe(10);
  });

  it('count in an authorization, too', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    w.pass(1800);
    const started = (await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' })).body.secret;
    const submit = (code: string) => w.tfa('PUT', 'authorize-new-method/', { code, secret: started });
    expect((await submit(w.wrong(w.totp(secret)))).body).toMatchObject({
      error: '2fa_verification_failed',
      fail_count: 1,
      locked_until: null,
    });
    for (let i = 0; i < 4; i++) await submit(w.wrong(w.totp(secret)));
    expect(said(await submit(w.totp(secret)))).toBe('429 tfa_locked');
    expect((await w.status()).new_method_authorized).toBe(false);
  });

  it('of an e-mail are counted and never lock', async () => {
    const w = tfaWorld();
    await w.addTotp();
    const { secret } = (await w.tfa('POST', 'email/')).body;
    const right = await w.code();
    const submit = (code: string) => w.tfa('POST', '', { tfa_method: 'email', code, secret });
    for (let fail_count = 1; fail_count <= 8; fail_count++) {
      expect((await submit(w.wrong(right))).body).toMatchObject({
        error: '2fa_login_failed',
        fail_count,
        locked_until: null,
      });
    }
    expect((await submit(right)).status).toBe(200);
  });

  it('for the number on file of a legacy account lock it as a phone', async () => {
    const w = tfaWorld();
    await w.account({ tfa_status: 'legacy' });
    const { secret } = (await w.tfa('POST', 'sms/', {})).body;
    const right = await w.code();
    for (let i = 0; i < 3; i++) await w.tfa('POST', '', { code: w.wrong(right), secret });
    expect((await w.tfa('POST', '', { code: right, secret })).body).toMatchObject({
      error: 'tfa_locked',
      fail_count: 3,
      locked_until: w.clock.now() / 1000 + 900,
    });
    const regen = { tfa_method: 'sms', code: right, secret };
    expect(said(await w.tfa('PUT', 'regen-backup-codes/', regen))).toBe('429 tfa_locked');
  });

  it('are still counted when the sandbox goes on from a file', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    for (let i = 0; i < 4; i++) await wrongTotp(w, secret);
    const other = tfaWorld();
    other.sandbox.restore(JSON.parse(JSON.stringify(w.sandbox.snapshot())));
    expect((await wrongTotp(other, secret)).body).toMatchObject({ error: 'tfa_locked', fail_count: 5 });
  });
});
