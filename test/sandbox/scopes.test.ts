import { expect, it } from 'vitest';
import { routes } from '../../src/sandbox/table.ts';
import { type Method, world } from './world.ts';

/** Which category covers which calls, typed from service-facts.md (c); the first row that fits counts. */
const covered: [category: string, methods: string, path: RegExp][] = [
  ['misc', 'any', /^(bundles|search\/asks|volumes\/search|autojobs|workergroups|endptjobs)\b/],
  ['misc', 'any', /^(launch_instance|audit_logs)\b/],
  // The table names no call of the host that scales workers; groups and all that is about them are misc.
  ['misc', 'POST', /^\/get_endpoint_(workers|logs)\b/],
  ['instance_read', 'PUT', /^instances\/request_logs\b/],
  ['instance_read', 'GET', /^(instances|volumes|commands\/schedule_job)\b/],
  ['instance_write', 'any', /^(asks|instances|volumes)\b/],
  ['instance_write', 'any', /^commands\/(rclone|copy_direct|rsync|schedule_job)\b/],
  ['billing_read', 'any', /^(charges|invoices|users\/me\/invoices)\b/],
  ['billing_write', 'any', /^commands\/transfer_credit\b/],
  ['user_read', 'any', /^users\/current\b/],
  ['user_read', 'GET', /^(auth\/apikeys|ssh|secrets|template|users\/cloud_integrations|tfa\/status)\b/],
  ['user_write', 'any', /^(auth\/apikeys|ssh|secrets|template|tfa|commands\/reset_apikey)\b/],
  // The table names no call about machines. A report comes from a renter, by a machine that is rented.
  ['instance_write', 'PUT', /^machines\/\d+\/report\b/],
];

const calls = routes
  .filter(({ auth }) => auth.category !== undefined)
  .map(({ method, path }) => ({ method, path: path.replace(/:\w+(\{[^}]*\})?/g, '987654') }));

it.each(calls)(
  '$method $path asks for the category that covers it, and for no other',
  async ({ method, path }) => {
    const below = path.replace(/^\/api\/v\d\//, '');
    const row = covered.find(
      ([, methods, pattern]) => (methods === 'any' || methods === method) && pattern.test(below),
    );
    expect(row, below).toBeDefined();
    const category = row?.[0] ?? '';
    const w = world({ offers: 50 });
    const ask = async (...names: string[]) => {
      const permissions = { api: Object.fromEntries(names.map((name) => [name, {}])) };
      const { key } = (await w.control('POST', 'keys', { permissions })).body;
      return w.call(method as Method, path, method === 'GET' ? undefined : {}, key);
    };
    const lacking = (category: string) => `this key lacks the permission ${category}`;
    expect((await ask(category)).body?.msg).not.toBe(lacking(category));
    const others = [
      'misc',
      'user_read',
      'user_write',
      'instance_read',
      'instance_write',
      'billing_read',
      'billing_write',
    ];
    const refused = await ask(...others.filter((name) => name !== category));
    expect({ status: refused.status, ...refused.body }).toEqual({
      status: 403,
      success: false,
      error: 'auth_error',
      msg: lacking(category),
    });
  },
);
