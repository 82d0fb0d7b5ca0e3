import { describe, expect, it } from 'vitest';
import { routes } from '../../src/sandbox/table.ts';
import { type Method, world } from './world.ts';

/** The Endpoints and Deprecated endpoints tables of interface.md. */
const rows: [Method, string][] = [
  ['POST', '/api/v0/bundles/'],
  ['PUT', '/api/v0/asks/7/'],
  ['GET', '/api/v0/instances/'],
  ['GET', '/api/v0/instances/7/'],
  ['PUT', '/api/v0/instances/7/'],
  ['DELETE', '/api/v0/instances/7/'],
  ['GET', '/api/v0/users/current/'],
  ['POST', '/api/v0/workergroups/'],
  ['POST', '/api/v0/commands/rclone/'],
  ['GET', '/api/v0/tfa/status/'],
  ['POST', '/api/v0/tfa/'],
  ['DELETE', '/api/v0/tfa/'],
  ['POST', '/api/v0/tfa/email/'],
  ['POST', '/api/v0/tfa/sms/'],
  ['POST', '/api/v0/tfa/sms/resend/'],
  ['POST', '/api/v0/tfa/totp-setup/'],
  ['POST', '/api/v0/tfa/authorize-new-method/'],
  ['PUT', '/api/v0/tfa/authorize-new-method/'],
  ['POST', '/api/v0/tfa/confirm-new/'],
  ['PUT', '/api/v0/tfa/update/'],
  ['PUT', '/api/v0/tfa/regen-backup-codes/'],
  ['POST', '/api/v0/tfa/test/'],
  ['POST', '/api/v0/tfa/test-submit/'],
  ['POST', '/api/v0/tfa/resend/'],
];

describe('every endpoint of interface.md', () => {
  it.each(rows)('%s %s is there, with and without the slash, and answers JSON', async (method, path) => {
    const w = world();
    for (const spelling of [path, path.slice(0, -1)]) {
      const body = method === 'GET' ? undefined : {};
      const answer = await w.call(method, spelling, body);
      expect(answer.body?.error).not.toBe('not_found');
      expect(answer.headers.get('content-type')).toBe('application/json');
      if (answer.status >= 400) {
        expect(answer.body).toMatchObject({
          success: false,
          error: expect.any(String),
          msg: expect.any(String),
        });
      }
    }
  });
});

describe('the route table', () => {
  it('has no two rows for the same call', () => {
    const calls = routes.map(({ method, path }) => `${method} ${path}`);
    expect(calls).toHaveLength(new Set(calls).size);
  });

  it('asks for a permission on every call but the few that take no key', () => {
    const open = routes.filter(({ auth }) => auth.category === undefined).map(({ path }) => path.split('/'));
    const names = open.map(([, first, , name]) => (first === 'results' ? first : name));
    expect(new Set(names)).toEqual(new Set(['gpu_names', 'gpu_types', 'results']));
  });
});
