import { describe, expect, it } from 'vitest';
import { said, type TfaWorld, tfaWorld } from './tfa-world.ts';
import type { Fields, Method } from './world.ts';

type Column = 'logged out' | 'UI' | 'CLI';
const columns: readonly Column[] = ['logged out', 'UI', 'CLI'];

/** The world of every row: an authenticator, a phone, and who calls. */
type Scene = {
  w: TfaWorld;
  key: string | null;
  totp: { id: number; secret: string; codes: string[] };
  sms: { id: number };
  /** The secret of a login, for who has no key. */
  secret: Fields;
};

/** A row of interface.md's 2FA authentication matrix: where it says yes, and a body that succeeds. */
type Row = {
  method: Method;
  path: string;
  yes: readonly Column[];
  body: (scene: Scene) => Promise<Fields> | Fields;
};

const proof = ({ w, totp, secret }: Scene) => ({ tfa_method: 'totp', code: w.totp(totp.secret), ...secret });
const text = async ({ w, secret, key }: Scene) => {
  const sent = await w.tfa('POST', 'sms/', secret, key);
  return sent.body.secret;
};
const newPhone = async ({ w, key, secret }: Scene) => {
  const phone_number = '+15555550777';
  if (key === null) return { tfa_method: 'sms', code: '123456', phone_number, ...secret };
  const sent = await w.tfa('POST', 'sms/', { phone_number }, key);
  return { tfa_method: 'sms', code: await w.code(), secret: sent.body.secret, phone_number };
};

const all: readonly Column[] = columns;
const bearer: readonly Column[] = ['UI', 'CLI'];
const rows: readonly Row[] = [
  { method: 'POST', path: '', yes: ['logged out', 'CLI'], body: proof },
  { method: 'POST', path: 'email/', yes: all, body: ({ secret }) => secret },
  { method: 'POST', path: 'sms/', yes: all, body: ({ secret }) => secret },
  { method: 'POST', path: 'sms/resend/', yes: all, body: async (s) => ({ secret: await text(s) }) },
  { method: 'GET', path: 'status/', yes: bearer, body: () => undefined },
  {
    method: 'POST',
    path: 'authorize-new-method/',
    yes: bearer,
    body: ({ secret }) => ({ tfa_method: 'totp', ...secret }),
  },
  {
    method: 'PUT',
    path: 'authorize-new-method/',
    yes: bearer,
    body: async ({ w, key, totp, secret }) => {
      const started = await w.tfa('POST', 'authorize-new-method/', { tfa_method: 'totp' }, key);
      return { code: w.totp(totp.secret), secret: started.body.secret, ...secret };
    },
  },
  { method: 'POST', path: 'totp-setup/', yes: bearer, body: ({ secret }) => secret },
  { method: 'POST', path: 'confirm-new/', yes: bearer, body: newPhone },
  { method: 'DELETE', path: '', yes: bearer, body: proof },
  {
    method: 'PUT',
    path: 'update/',
    yes: bearer,
    body: ({ sms, secret }) => ({ tfa_method_id: sms.id, label: 'x', ...secret }),
  },
  { method: 'PUT', path: 'regen-backup-codes/', yes: bearer, body: proof },
  // The deprecated paths follow their successors.
  { method: 'POST', path: 'test/', yes: all, body: ({ secret }) => secret },
  { method: 'POST', path: 'resend/', yes: all, body: async (s) => ({ secret: await text(s) }) },
  { method: 'POST', path: 'test-submit/', yes: bearer, body: newPhone },
];

async function scene(column: Column): Promise<Scene> {
  const w = tfaWorld();
  const totp = await w.addTotp();
  const sms = await w.addSms();
  if (column === 'CLI') return { w, totp, sms, key: w.sandbox.apiKey, secret: {} };
  if (column === 'UI') return { w, totp, sms, key: await w.uiSession(), secret: {} };
  return { w, totp, sms, key: null, secret: { secret: await w.startLogin() } };
}

const cells = rows.flatMap((row) =>
  columns.map((column) => ({ ...row, column, allowed: row.yes.includes(column) })),
);

describe('the authentication matrix', () => {
  it.each(cells.filter((cell) => cell.allowed))(
    '$method /tfa/$path is open to $column',
    async ({ column, method, path, body }) => {
      const s = await scene(column);
      const answer = await s.w.tfa(method, path, await body(s), s.key);
      expect(answer.status === 200 ? 'done' : said(answer)).toBe('done');
    },
  );

  it.each(cells.filter((cell) => !cell.allowed))(
    '$method /tfa/$path is closed to $column',
    async ({ column, method, path, body }) => {
      const s = await scene(column);
      const before = s.w.sandbox.snapshot().methods;
      // A GET has no body to put a secret in.
      const answer = await s.w.tfa(method, path, method === 'GET' ? undefined : await body(s), s.key);
      expect(said(answer)).toBe('403 auth_error');
      expect(s.w.sandbox.snapshot().methods).toEqual(before);
    },
  );

  it('resend takes a secret or the Bearer alone of who is logged in', async () => {
    const s = await scene('UI');
    const secret = await text(s);
    expect((await s.w.tfa('POST', 'sms/resend/', {}, s.key)).status).toBe(200);
    s.w.pass(600);
    expect((await text(s)) === secret).toBe(false);
    expect((await s.w.tfa('POST', 'sms/resend/', { phone_number: '+15555550123' }, s.key)).status).toBe(200);
  });

  it('a session_key is the CLI column, and brings a session_key of its own', async () => {
    const s = await scene('CLI');
    const { session_key } = (await s.w.tfa('POST', '', proof(s))).body;
    const again = await s.w.tfa('POST', '', proof(s), session_key);
    expect(again.body.session_key).toEqual(expect.any(String));
    expect((await s.w.tfa('GET', 'status/', undefined, session_key)).status).toBe(200);
  });

  it('a key of the four categories reads the status and does nothing else', async () => {
    const s = await scene('CLI');
    const api = { misc: {}, user_read: {}, instance_read: {}, instance_write: {} };
    const { key } = (await s.w.control('POST', 'keys', { permissions: { api } })).body;
    for (const { method, path } of rows) {
      const answer = await s.w.tfa(method, path, method === 'GET' ? undefined : {}, key);
      expect(`${path} ${answer.status}`).toBe(`${path} ${path === 'status/' ? 200 : 403}`);
    }
  });

  it('a bad key is 401 on every call, even with a secret that would do', async () => {
    const s = await scene('logged out');
    for (const { method, path } of rows) {
      const answer = await s.w.tfa(method, path, method === 'GET' ? undefined : s.secret, 'nonsense');
      expect(`${path} ${said(answer)}`).toBe(`${path} 401 auth_error`);
    }
  });

  it('no key at all is 403 where a key is needed, and 401 missing_auth_value where a secret would do', async () => {
    const { w } = await scene('CLI');
    for (const { method, path, yes } of rows) {
      const answer = await w.tfa(method, path, undefined, null);
      const expected = yes.includes('logged out') ? '401 missing_auth_value' : '403 auth_error';
      expect(`${path} ${said(answer)}`).toBe(`${path} ${expected}`);
    }
  });

  it('C041 every call is refused in a team', async () => {
    const s = await scene('CLI');
    await s.w.account({ team_context: true });
    for (const { method, path } of rows) {
      const answer = await s.w.tfa(method, path, method === 'GET' ? undefined : {});
      expect(`${path} ${said(answer)}`).toBe(`${path} 403 team_user_forbidden`);
    }
    const other = await s.w.call('GET', '/api/v0/users/current/');
    expect(other.status).toBe(200);
  });

  it('every call is there with and without the slash at its end', async () => {
    const { w } = await scene('CLI');
    for (const { method, path } of rows) {
      const bare = `/api/v0/tfa/${path}`.replace(/\/$/, '');
      const answer = await w.call(method, bare, undefined, null);
      expect([401, 403]).toContain(answer.status);
    }
  });
});
