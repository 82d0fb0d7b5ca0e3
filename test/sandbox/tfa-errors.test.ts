import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/client/errors.ts';
import { said, type TfaWorld, tfaWorld } from './tfa-world.ts';
import type { Answer } from './world.ts';

type Provoke = (w: TfaWorld) => Promise<Answer>;
const fault =
  (code: string, path: string, call: Provoke): Provoke =>
  async (w) => {
    await w.control('POST', 'faults', { kind: 'error', code, path });
    return call(w);
  };
const wrongCode = async (w: TfaWorld, secret: string): Promise<Answer> =>
  w.tfa('POST', '', { tfa_method: 'totp', code: w.wrong(w.totp(secret)) });

/** interface.md's table of errors, and what brings each about. Only the last two need a fault. */
const table: readonly (readonly [code: string, http: number, provoke: Provoke])[] = [
  ['bad_request', 400, (w) => w.tfa('POST', 'sms/', '{"phone_number":')],
  ['auth_error', 403, (w) => w.tfa('GET', 'status/', undefined, null)],
  ['invalid_tfa_method', 400, (w) => w.tfa('POST', 'authorize-new-method/', { tfa_method: 'pigeon' })],
  ['missing_auth_value', 400, (w) => w.tfa('POST', '', { tfa_method: 'totp' })],
  ['missing_auth_value', 401, (w) => w.tfa('POST', 'email/', {}, null)],
  ['missing_params', 400, (w) => w.tfa('PUT', 'authorize-new-method/', {})],
  [
    'email_not_verified',
    400,
    async (w) => {
      await w.account({ email_verified: false });
      return w.tfa('POST', 'email/');
    },
  ],
  [
    '2fa_expired',
    400,
    async (w) => {
      const { secret } = (await w.tfa('POST', 'email/')).body;
      w.pass(600);
      return w.tfa('POST', '', { tfa_method: 'email', code: await w.code(), secret });
    },
  ],
  [
    'challenge_not_found',
    400,
    (w) => w.tfa('POST', '', { tfa_method: 'email', code: '123456', secret: 'never given' }),
  ],
  ['no_challenge_found', 400, (w) => w.tfa('POST', 'sms/resend/', {})],
  [
    'tfa_challenge_exists',
    400,
    async (w) => {
      await w.tfa('POST', 'sms/', {});
      return w.tfa('POST', 'sms/', {});
    },
  ],
  [
    'authorization_required',
    403,
    async (w) => {
      const { secret } = (await w.tfa('POST', 'totp-setup/')).body;
      return w.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code: w.totp(secret), secret });
    },
  ],
  [
    'no_pending_authorization',
    400,
    (w) => w.tfa('PUT', 'authorize-new-method/', { code: '123456', secret: 'A' }),
  ],
  ['invalid_backup_code', 401, (w) => w.tfa('POST', '', { backup_code: 'AAAA-BBBB-CCCC' })],
  [
    'untracked_2fa_found',
    400,
    async (w) => {
      await w.account({ tfa_status: 'legacy' });
      return w.tfa('POST', 'test-submit/', { tfa_method: 'sms', code: '123456', secret: 'A' });
    },
  ],
  [
    'duplicate_tfa_method',
    400,
    async (w) => {
      const { secret } = await w.addTotp();
      return w.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code: w.totp(secret), secret });
    },
  ],
  ['twilio_error', 400, (w) => w.tfa('POST', 'sms/', { phone_number: '+15005550001' })],
  ['preauth_phone_cap', 429, (w) => w.tfa('POST', 'sms/', { phone_number: '+15005550003' })],
  [
    'sms_rate_limited',
    429,
    async (w) => {
      await w.account({ sms_rate_limited: true });
      return w.tfa('POST', 'sms/', {});
    },
  ],
  ['twilio_rate_limited', 429, (w) => w.tfa('POST', 'sms/', { phone_number: '+15005550002' })],
  [
    'tfa_locked',
    429,
    async (w) => {
      const { secret } = await w.addTotp();
      for (let i = 0; i < 5; i++) await wrongCode(w, secret);
      return w.tfa('POST', '', { tfa_method: 'totp', code: w.totp(secret) });
    },
  ],
  [
    'phone_number_mismatch',
    400,
    async (w) => {
      await w.tfa('POST', 'sms/', { phone_number: '+15555550123' });
      return w.tfa('POST', 'sms/resend/', { phone_number: '+15555550124' });
    },
  ],
  ['2fa_login_failed', 400, async (w) => wrongCode(w, (await w.addTotp()).secret)],
  [
    '2fa_verification_failed',
    400,
    async (w) => {
      const { secret } = await w.addTotp();
      return w.tfa('DELETE', '', { tfa_method: 'totp', code: w.wrong(w.totp(secret)) });
    },
  ],
  [
    'team_user_forbidden',
    403,
    async (w) => {
      await w.account({ team_context: true });
      return w.tfa('GET', 'status/');
    },
  ],
  [
    'missing_email',
    400,
    async (w) => {
      await w.account({ email: null });
      return w.tfa('POST', 'email/');
    },
  ],
  [
    'missing_phone_number',
    400,
    async (w) => {
      await w.account({ phone_number: null });
      return w.tfa('POST', 'sms/', {});
    },
  ],
  ['not_found', 404, (w) => w.tfa('PUT', 'update/', { tfa_method_id: 12_345, label: 'x' })],
  [
    'tfa_method_not_configured',
    400,
    async (w) => {
      await w.addSms();
      return w.tfa('POST', '', { tfa_method: 'totp', code: '123456' });
    },
  ],
  ['sms_blocked_number', 400, (w) => w.tfa('POST', 'sms/', { phone_number: '+15005550004' })],
  [
    'sms_fraud_detected',
    403,
    async (w) => {
      await w.account({ sms_fraud: true });
      return w.tfa('POST', 'sms/', {});
    },
  ],
  [
    'service_unavailable',
    503,
    fault('service_unavailable', '/api/v0/tfa/confirm-new/', (w) => w.tfa('POST', 'confirm-new/', {})),
  ],
  [
    'challenge_creation_failed',
    500,
    fault('challenge_creation_failed', '/api/v0/tfa/authorize-new-method/', (w) =>
      w.tfa('POST', 'authorize-new-method/', { tfa_method: 'email' }),
    ),
  ],
];

const counted = ['tfa_locked', '2fa_verification_failed', '2fa_login_failed'];

describe('every error of interface.md', () => {
  it('stands in the table of this test', () => {
    expect([...new Set(table.map(([code]) => code))].sort()).toEqual([...errorCodes].sort());
  });

  it.each(table)('%s is answered with %i', async (code, http, provoke) => {
    const w = tfaWorld();
    const answer = await provoke(w);
    expect(said(answer)).toBe(`${http} ${code}`);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(answer.body).toMatchObject({ success: false, msg: expect.stringMatching(/\S/) });
    if (!counted.includes(code)) return;
    expect(answer.body.fail_count).toEqual(expect.any(Number));
    expect(answer.body.locked_until).toEqual(code === 'tfa_locked' ? w.clock.now() / 1000 + 900 : null);
  });

  // `missing_auth_value` has two statuses; a fault gives the first.
  const first = table.filter(([code], at) => table.findIndex(([other]) => other === code) === at);
  it.each(first)('%s comes as a fault with %i, once', async (code, http) => {
    const w = tfaWorld();
    await w.control('POST', 'faults', { kind: 'error', code, method: 'GET', path: '/api/v0/tfa/*' });
    const answer = await w.tfa('GET', 'status/');
    expect(said(answer)).toBe(`${http} ${code}`);
    if (counted.includes(code)) {
      expect(answer.body).toMatchObject({ fail_count: expect.any(Number) });
      expect(answer.body).toHaveProperty('locked_until');
    }
    expect((await w.tfa('GET', 'status/')).status).toBe(200);
  });

  it('never repeats a code, a secret or a backup code', async () => {
    const w = tfaWorld();
    const { secret } = await w.addTotp();
    const bodies = [
      { tfa_method: 'email', code: '987654', secret: 'very-secret-secret' },
      { backup_code: 'WXYZ-WXYZ-WXYZ' },
      { tfa_method: 'totp', code: 987654, secret },
    ];
    for (const body of bodies) {
      const { status, text } = await w.tfa('POST', '', body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toMatch(/987654|very-secret|WXYZ/);
      expect(text).not.toContain(secret);
    }
  });
});
