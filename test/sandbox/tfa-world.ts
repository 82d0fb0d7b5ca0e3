import { generateSync } from 'otplib';
import { type Answer, type Fields, type Method, world } from './world.ts';

/** A small world, and somebody who walks the two-factor calls in it with bodies typed by hand. */
export function tfaWorld() {
  const w = world({ offers: 10 });
  const tfa = (method: Method, path: string, body?: unknown, key?: string | null): Promise<Answer> =>
    w.call(method, `/api/v0/tfa/${path}`, body, key === undefined ? w.sandbox.apiKey : key);

  const outbox = async (): Promise<Fields[]> => (await w.control('GET', 'outbox')).body.messages;
  /** The code that was sent last. */
  const code = async (): Promise<string> => (await outbox()).at(-1)?.code;
  /** What an authenticator with this secret shows now, or `later` seconds from now. */
  const totp = (secret: string, later = 0): string =>
    generateSync({ secret, epoch: Math.floor(w.clock.now() / 1000) + later });
  /** A code of six digits that is none of these. */
  const wrong = (...right: string[]): string =>
    ['111111', '222222', '333333', '444444'].find((one) => !right.includes(one)) ?? '';

  /** Opens the window by the code that the start sends. */
  async function authorize(body: Fields = { tfa_method: 'email' }): Promise<Answer> {
    const { secret } = (await tfa('POST', 'authorize-new-method/', body)).body;
    return tfa('PUT', 'authorize-new-method/', { code: await code(), secret });
  }

  /** Adds an authenticator; the window is opened by e-mail first. */
  async function addTotp(label = 'Phone app'): Promise<{ id: number; secret: string; codes: string[] }> {
    await authorize();
    const { secret } = (await tfa('POST', 'totp-setup/')).body;
    const added = await tfa('POST', 'confirm-new/', {
      tfa_method: 'totp',
      code: totp(secret),
      secret,
      label,
    });
    if (added.status !== 200) throw new Error(added.text);
    return { id: (await methods()).at(-1)?.id, secret, codes: added.body.backup_codes };
  }

  async function addSms(phone_number = '+15555550123', label = 'My phone') {
    await authorize();
    const { secret } = (await tfa('POST', 'sms/', { phone_number })).body;
    const sent = { tfa_method: 'sms', code: await code(), secret, phone_number, label };
    const added = await tfa('POST', 'confirm-new/', sent);
    if (added.status !== 200) throw new Error(added.text);
    return { id: (await methods()).at(-1)?.id as number, codes: added.body.backup_codes as string[] };
  }

  const status = async (): Promise<Fields> => (await tfa('GET', 'status/')).body;
  const methods = async (): Promise<Fields[]> => (await status()).methods;
  /** The secret that a login with the password alone answers. */
  const startLogin = async (): Promise<string> => (await w.control('POST', 'login')).body.tfa_secret;
  /** The session of somebody who logged in without a key, by e-mail. */
  async function uiSession(): Promise<string> {
    const secret = await startLogin();
    await tfa('POST', 'email/', { secret }, null);
    const login = { tfa_method: 'email', code: await code(), secret };
    return (await tfa('POST', '', login, null)).headers.get('X-Session-Key') ?? '';
  }

  return {
    ...w,
    tfa,
    outbox,
    code,
    totp,
    wrong,
    authorize,
    addTotp,
    addSms,
    status,
    methods,
    startLogin,
    uiSession,
    account: (body: Fields) => w.control('POST', 'account', body),
    user: async (): Promise<Fields> => (await w.call('GET', '/api/v0/users/current/')).body,
  };
}
export type TfaWorld = ReturnType<typeof tfaWorld>;

/** What a refusal says: status and code. */
export const said = ({ status, body }: Answer): string => `${status} ${body?.error}`;
