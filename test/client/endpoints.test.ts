import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';

const names = Object.keys(endpoints) as EndpointName[];
const rows = names.map((name) => ({ name, ...endpoints[name] }));
const at = (method: string, path: string) => rows.filter((row) => row.method === method && row.path === path);

// interface.md, Endpoints and Deprecated endpoints, line by line.
const listed = `
POST /api/v0/bundles/
PUT /api/v0/asks/<offer_id>/
GET /api/v0/instances/
GET /api/v0/instances/<instance_id>/
PUT /api/v0/instances/<instance_id>/
DELETE /api/v0/instances/<instance_id>/
GET /api/v0/users/current/
POST /api/v0/workergroups/
POST /api/v0/commands/rclone/
GET /api/v0/tfa/status/
POST /api/v0/tfa/
DELETE /api/v0/tfa/
POST /api/v0/tfa/email/
POST /api/v0/tfa/sms/
POST /api/v0/tfa/sms/resend/
POST /api/v0/tfa/totp-setup/
POST /api/v0/tfa/authorize-new-method/
PUT /api/v0/tfa/authorize-new-method/
POST /api/v0/tfa/confirm-new/
PUT /api/v0/tfa/update/
PUT /api/v0/tfa/regen-backup-codes/
POST /api/v0/tfa/test/
POST /api/v0/tfa/test-submit/
POST /api/v0/tfa/resend/
`
  .trim()
  .split('\n')
  .map((line) => line.replace(/<\w+>/, ':id').split(' ') as [string, string]);

describe('endpoint rows', () => {
  it.each(listed)('%s %s of interface.md has a row', (method, path) => {
    expect(at(method, path).map((row) => row.source)).toContain('interface');
  });

  it('hold nothing under the name of interface.md that it does not list', () => {
    const known = listed.map(([method, path]) => `${method} ${path}`);
    const strange = rows.filter(
      (row) => row.source === 'interface' && !known.includes(`${row.method} ${row.path}`),
    );
    expect(strange).toEqual([]);
  });

  it('read-only lets the GETs, the search and the logs through, and nothing else', () => {
    const through = names.filter((name) => !endpoints[name].write);
    const gets = rows.filter((row) => row.method === 'GET').map((row) => row.name);
    expect(through.sort()).toEqual([...gets, 'searchOffers', 'requestLogs'].sort());
  });

  it('nothing that writes, sends a code or spends is ever sent twice', () => {
    expect(rows.filter((row) => row.write && row.retry !== 'never')).toEqual([]);
    expect(rows.filter((row) => !row.write && row.retry !== 'safe')).toEqual([]);
    expect(endpoints.createInstance.retry).toBe('never');
  });

  it('a read gives up after 20 s and a creation after 60 s', () => {
    expect(rows.filter((row) => !row.write && row.timeoutMs !== 20_000)).toEqual([]);
    expect(endpoints.createInstance.timeoutMs).toBe(60_000);
  });

  it('deprecated rows name the call that replaces them', () => {
    const replaced = rows.flatMap((row) =>
      row.replacedBy === undefined ? [] : [`${row.path} ${endpoints[row.replacedBy as EndpointName].path}`],
    );
    expect(replaced).toEqual([
      '/api/v0/tfa/test/ /api/v0/tfa/sms/',
      '/api/v0/tfa/test-submit/ /api/v0/tfa/confirm-new/',
      '/api/v0/tfa/resend/ /api/v0/tfa/sms/resend/',
    ]);
  });

  it('the logged-out column of the 2FA matrix is the calls that take a secret in place of a key', () => {
    const loggedOut = rows.filter((row) => row.auth === 'bearer-or-secret' && row.replacedBy === undefined);
    expect(loggedOut.map((row) => `${row.method} ${row.path}`)).toEqual([
      'POST /api/v0/tfa/',
      'POST /api/v0/tfa/email/',
      'POST /api/v0/tfa/sms/',
      'POST /api/v0/tfa/sms/resend/',
    ]);
  });

  it('paths begin with /api/v0/ and end with a slash, without a query', () => {
    expect(rows.filter((row) => !/^\/api\/v0\/([a-z0-9_-]+\/|:id\/|:key\/)+$/.test(row.path))).toEqual([]);
  });
});
