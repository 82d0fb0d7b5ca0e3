import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/sandbox/table.ts';
import { type Answer, type Method, world } from './world.ts';

type Call = { method: Method; path: string; category?: string | undefined; tfa: boolean };

/** Every call of the sandbox, with ids that nothing has. */
const calls: Call[] = routes.map(({ method, path, auth }) => ({
  method,
  path: path.replace(/:\w+(\{[^}]*\})?/g, (_, pattern) => (pattern?.includes('txt') ? 'abc.txt' : '987654')),
  category: auth.category,
  tfa: auth.tfa !== undefined,
}));
const closed = calls.filter(({ category, tfa }) => category !== undefined || tfa);
const withKey = closed.filter(({ tfa }) => !tfa);
const withBody = closed.filter(({ method }) => method !== 'GET');

const bodyOf = (method: Method): object | undefined => (method === 'GET' ? undefined : {});

/** One of the kinds of refusal: which calls it can meet, how it is provoked, and with which statuses. */
type Kind = {
  name: string;
  of: readonly Call[];
  statuses: readonly number[];
  ask: (call: Call) => Promise<Answer>;
};

/** A body in which whatever a call may want has the wrong type. */
const names = (
  'image label disk runtype target_state price env volume_info state ids instance_ids command tail filter ssh_key ' +
  'name permissions key value hash_id template_id id size src dst selected transfer instance_id dst_id endpoint_name ' +
  'endpoint_id min_load gpu_ram order limit q frequency start_time tfa_method tfa_method_id code secret phone_number ' +
  'backup_code target_id is_primary'
).split(' ');
const wrongTypes = Object.fromEntries(names.map((name) => [name, name === 'q' ? 7 : { wrong: [7] }]));

/** Calls that want no field of their body. */
const fieldless = ['/api/v0/commands/reset_apikey', '/api/v0/tfa/totp-setup'];
/** Lists that read JSON out of their query. */
const filtered = ['/api/v1/instances', '/api/v0/charges', '/api/v0/template'];

let w = world();
beforeEach(() => {
  w = world();
});

const kinds: Kind[] = [
  {
    name: 'no key at all',
    of: closed,
    statuses: [400, 401, 403],
    ask: ({ method, path }) => w.call(method, path, bodyOf(method), null),
  },
  {
    name: 'a key that nobody has',
    of: closed,
    statuses: [401],
    ask: ({ method, path }) => w.call(method, path, bodyOf(method), 'f'.repeat(64)),
  },
  {
    name: 'a key without any permission',
    of: withKey,
    statuses: [403],
    ask: async ({ method, path }) => {
      const { key } = (await w.control('POST', 'keys', { permissions: { api: {} } })).body;
      return w.call(method, path, bodyOf(method), key);
    },
  },
  {
    name: 'a session that is over',
    of: withKey,
    statuses: [404],
    ask: async ({ method, path }) => w.call(method, path, bodyOf(method), await endedSession()),
  },
  {
    name: 'a session that is over, on a two-factor call',
    of: closed.filter(({ tfa }) => tfa),
    statuses: [403],
    ask: async ({ method, path }) => w.call(method, path, bodyOf(method), await endedSession()),
  },
  {
    name: 'a second factor that is wanted',
    of: withKey,
    statuses: [401],
    ask: async ({ method, path }) => {
      await w.control('POST', 'account', { tfa_required: true });
      const answer = await w.call(method, path, bodyOf(method));
      expect(answer.body.msg).toContain('Two Factor Authentication');
      return answer;
    },
  },
  {
    name: 'a body that is no JSON',
    of: withBody,
    statuses: [400],
    ask: ({ method, path }) => w.call(method, path, '{"state":'),
  },
  {
    name: 'a body that is a list',
    of: withBody,
    statuses: [400],
    ask: ({ method, path }) => w.call(method, path, '[]'),
  },
  {
    name: 'an id that nothing has',
    of: closed.filter(({ path }) => path.includes('987654')),
    statuses: [400, 404],
    ask: ({ method, path }) => w.call(method, path, bodyOf(method)),
  },
  {
    name: 'fields of the wrong type',
    of: withBody.filter(({ method, path }) => method !== 'DELETE' && !fieldless.includes(path)),
    statuses: [400, 403, 404],
    ask: ({ method, path }) => w.call(method, path, wrongTypes),
  },
  {
    name: 'a query that is no JSON',
    of: calls.filter(({ method, path }) => method === 'GET' && filtered.includes(path)),
    statuses: [400],
    ask: ({ path }) => w.call('GET', `${path}/?select_filters=%7Bnonsense`),
  },
  {
    name: 'the key of an instance',
    of: closed,
    statuses: [403],
    ask: async ({ method, path }) => {
      const { id } = await w.offer();
      const { instance_api_key } = (await w.rent(id)).body;
      return w.call(method, path, bodyOf(method), instance_api_key);
    },
  },
  {
    name: 'a method that it does not have',
    of: calls.filter(({ path }) => !calls.some((one) => one.method === 'PUT' && one.path === path)),
    statuses: [404],
    ask: ({ path }) => w.call('PUT', path, {}),
  },
  {
    name: 'a service that is out of order',
    of: calls,
    statuses: [503],
    ask: async ({ method, path }) => {
      await w.control('POST', 'faults', { kind: 'error', code: 'service_unavailable' });
      return w.call(method, path, bodyOf(method));
    },
  },
];

/** A session that was opened with a second factor and ended since. */
async function endedSession(): Promise<string> {
  await w.control('POST', 'account', { tfa_status: 'legacy' });
  const { secret } = (await w.call('POST', '/api/v0/tfa/sms/', {})).body;
  const { messages } = (await w.control('GET', 'outbox')).body;
  const login = await w.call('POST', '/api/v0/tfa/', { code: messages.at(-1).code, secret });
  await w.control('POST', 'sessions/expire', {});
  return login.body.session_key;
}

describe.each(kinds)('$name', ({ of, statuses, ask }) => {
  it('has calls to meet', () => {
    expect(of.length).toBeGreaterThan(2);
  });

  it.each(of)('$method $path says what is wrong as success, error and msg', async (call) => {
    const { status, headers, body } = await ask(call);
    expect(statuses, JSON.stringify(body)).toContain(status);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body.success).toBe(false);
    expect(body.error).toMatch(/^[a-z0-9_]+$/);
    expect(body.msg).toMatch(/\w/);
  });
});
