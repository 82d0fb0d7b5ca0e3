import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/client/endpoints.ts';
import type { PermissionCategory } from '../../../src/client/wire.ts';
import {
  buildPermissions,
  callsOf,
  callsWords,
  categoriesOf,
  categoryMeans,
  mayCall,
  permissionCategories,
  readPermissions,
  scopeTable,
  spendingCategories,
} from '../../../src/engine/api-keys/permission-scopes.ts';

/** The category that a call needs; undefined where the table has no such path. */
function categoryOfCall(method: string, path: string): PermissionCategory | undefined {
  const below = path.replace(/^\/?(api\/v\d+\/)?/, '').replace(/\/+$/, '');
  const row = scopeTable
    .filter((one) => below === one.path || below.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return row === undefined ? undefined : method === 'GET' ? row.get : row.other;
}

const some = fc.subarray([...permissionCategories]);
const inner = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue());
const documents = fc
  .dictionary(fc.constantFrom(...permissionCategories), inner as fc.Arbitrary<Record<string, unknown>>)
  .map((api) => ({ api }));

describe('the scope table', () => {
  it.each(Object.entries(endpoints))(
    'agrees with what a 403 to %s is told to lack',
    (_name, { method, path, needs }) => {
      expect(categoryOfCall(method, path)).toBe(needs);
    },
  );

  it('takes the more exact path: reading logs is no write, and searching for volumes no look at one’s own', () => {
    expect(categoryOfCall('PUT', '/api/v0/instances/request_logs/7/')).toBe('instance_read');
    expect(categoryOfCall('PUT', '/api/v0/instances/7/')).toBe('instance_write');
    expect(categoryOfCall('GET', '/api/v1/instances')).toBe('instance_read');
    expect(categoryOfCall('POST', '/api/v0/volumes/search/')).toBe('misc');
    expect(categoryOfCall('GET', '/api/v0/users/me/invoices')).toBe('billing_read');
    expect(categoryOfCall('GET', '/api/v0/sshd/')).toBeUndefined();
  });

  it('tells the calls of each category that it has any of', () => {
    const known = new Set(scopeTable.flatMap(({ get, other }) => [get, other]));
    for (const category of permissionCategories)
      expect(callsOf(category).length > 0).toBe(known.has(category));
    expect(callsOf('billing_read')).toEqual(['charges', 'invoices', 'users/me/invoices']);
  });
});

describe('what spends money', () => {
  const spending = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
    ['createInstance', 'startInstance', 'createWorkerGroup', 'changeWorkerGroup'].includes(name),
  );

  it.each(spending)('is told of the category that %s needs, before all else', (name) => {
    const category = endpoints[name].needs;
    expect(categoryMeans[category]).toMatch(/^spends money: /);
    expect(callsWords(category)).toMatch(/^spends money by /);
    expect(spendingCategories(mayCall({ api: { [category]: {} } }))).toEqual([category]);
  });

  it('names the calls, and what else the category has', () => {
    expect(callsWords('misc')).toBe(
      'spends money by launch_instance, autojobs, workergroups, endptjobs; also bundles, search/asks, volumes/search, benchmarks, audit_logs',
    );
    expect(callsWords('billing_read')).toBe('charges, invoices, users/me/invoices');
  });

  it('is nothing that a key for reading alone may call', () => {
    const reads: PermissionCategory[] = ['user_read', 'instance_read', 'billing_read', 'machine_read'];
    expect(spendingCategories(mayCall(buildPermissions(reads)))).toEqual([]);
  });
});

describe('a permission document', () => {
  it('of the four usual categories is the one of interface.md', () => {
    const usual: PermissionCategory[] = ['instance_write', 'misc', 'instance_read', 'user_read'];
    expect(JSON.stringify(buildPermissions(usual))).toBe(
      '{"api":{"misc":{},"user_read":{},"instance_read":{},"instance_write":{}}}',
    );
  });

  it('may call exactly what it was built from', () => {
    fc.assert(
      fc.property(some, (chosen) => {
        const allowed = mayCall(buildPermissions(chosen));
        for (const one of permissionCategories)
          expect(allowed[one]).toBe(chosen.includes(one) ? 'all' : 'none');
      }),
    );
  });

  it('keeps what stands inside a category, and nothing of one that is taken out', () => {
    fc.assert(
      fc.property(documents, some, (given, chosen) => {
        const built = buildPermissions(chosen, given);
        expect(categoriesOf(built)).toEqual(permissionCategories.filter((one) => chosen.includes(one)));
        for (const one of chosen) {
          expect(built.api[one]).toEqual(Object.hasOwn(given.api, one) ? given.api[one] : {});
        }
        expect(buildPermissions(categoriesOf(given), given)).toEqual(given);
      }),
    );
  });

  it('is read back as it was written, narrowed categories told as such', () => {
    fc.assert(
      fc.property(documents, (given) => {
        const read = readPermissions(JSON.stringify(given));
        expect(read).toEqual({ ok: true, document: JSON.parse(JSON.stringify(given)) });
        for (const one of categoriesOf(given)) {
          const narrowed = Object.keys(given.api[one] ?? {}).length > 0;
          expect(mayCall(given)[one]).toBe(narrowed ? 'part' : 'all');
        }
      }),
    );
  });

  it('that is missing lets a key do everything', () => {
    expect(new Set(Object.values(mayCall(null)))).toEqual(new Set(['all']));
  });

  it.each([
    ['{', 'This is not JSON.'],
    ['{"manage_instances": true}', 'It names no "api".'],
    ['{"api": {"instances_read": {}}}', 'There is no category "instances_read". Do you mean instance_read?'],
    ['{"api": {"misc": true}}', 'misc holds an object'],
    ['{"api": {}, "team": {}}', 'Beside "api" nothing is known: team.'],
  ])('%s is refused, and the sentence says why', (text, reason) => {
    const read = readPermissions(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.reason).toContain(reason);
  });
});
