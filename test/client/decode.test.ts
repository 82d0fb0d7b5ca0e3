import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client-type.ts';
import { failure, makeClient } from './make.ts';

const answering = (body: unknown): Promise<Client> =>
  makeClient({
    transport: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body)),
  });
const offer = async (fields: object) =>
  (await (await answering({ offers: [{ id: 1, ...fields }] })).searchOffers({})).offers[0];
const instance = async (fields: object) =>
  (await (await answering({ instances: { id: 1, ...fields } })).getInstance(1)).instances;

describe('fields', () => {
  it('an offer needs nothing but its id', async () => {
    expect(await offer({})).toEqual({ id: 1 });
  });

  it('a number may come as text', async () => {
    expect(await offer({ dph_total: '0.25', num_gpus: ' 2 ', gpu_ram: '2.4e4' })).toEqual({
      id: 1,
      dph_total: 0.25,
      num_gpus: 2,
      gpu_ram: 24_000,
    });
  });

  it('null is unknown and not 0', async () => {
    expect(await offer({ dph_total: null, gpu_name: null, rentable: null })).toEqual({ id: 1 });
  });

  it.each([
    ['text for a number', { dph_total: 'cheap' }],
    ['empty text for a number', { dph_total: '' }],
    ['hexadecimal for a number', { dph_total: '0x10' }],
    ['a number for text', { gpu_name: 4090 }],
    ['text for a flag', { rentable: 'yes' }],
    ['an object for a number', { dph_total: {} }],
    ['a list for text', { gpu_name: ['a'] }],
  ])('%s makes the field absent and not the offer', async (_, fields) => {
    expect(await offer(fields)).toEqual({ id: 1 });
  });

  it('a number beyond all bounds is absent', async () => {
    const client = await answering('{"offers":[{"id":1,"dph_total":1e999}]}');
    expect(await client.searchOffers({})).toEqual({ offers: [{ id: 1 }] });
  });

  it('the password of a registry does not stay', async () => {
    expect(await instance({ actual_status: null, docker_login_pass: 'hush' })).toEqual({
      id: 1,
      actual_status: null,
    });
  });

  it('fields that nobody knows stay on offers and instances, cleaned', async () => {
    expect(await offer({ webpage: 'a\u001b[31mb', nested: { 'k\u202e': ['x\u0000y', null, 5] } })).toEqual({
      id: 1,
      webpage: 'ab',
      nested: { k: ['xy', null, 5] },
    });
    expect(await instance({ country_code: 'SE', actual_status: 'running' })).toEqual({
      id: 1,
      country_code: 'SE',
      actual_status: 'running',
    });
  });

  it('a key that only cleaning makes equal to a known one does not take its place', async () => {
    const client = await answering('{"offers":[{"id":1,"dph_total":3,"dph_\u200btotal":0.01}]}');
    expect((await client.searchOffers({})).offers).toEqual([{ id: 1, dph_total: 3 }]);
  });

  it('__proto__ in a record changes nothing', async () => {
    const client = await answering('{"offers":[{"id":1,"gpu_name":null,"__proto__":{"dph_total":0.01}}]}');
    const [read] = (await client.searchOffers({})).offers;
    expect([read?.dph_total, Object.getPrototypeOf(read)]).toEqual([undefined, Object.prototype]);
  });
});

describe('lists', () => {
  it('rows that cannot be addressed are left out and counted', async () => {
    const rows = [{ id: 1 }, {}, null, 'x', { id: 'seven' }, { id: 1.5 }, { id: '2' }, { id: 2 ** 53 }, []];
    expect(await (await answering({ offers: rows })).searchOffers({})).toEqual({
      offers: [{ id: 1 }, { id: 2 }],
      missing: 7,
    });
    const listed = await (await answering({ instances_found: 9, instances: rows })).listInstances();
    expect([listed.instances.map((one) => one.id), listed.missing, listed.instances_found]).toEqual([
      [1, 2],
      7,
      9,
    ]);
  });

  it('rows that the service counts and does not send are counted as missing', async () => {
    const rows = [{ id: 1 }, { id: 'i-9100139' }];
    expect(await (await answering({ instances_found: 5, instances: rows })).listInstances()).toMatchObject({
      instances_found: 5,
      instances: [{ id: 1 }],
      missing: 4,
    });
    expect(await (await answering({ instances_found: 0, instances: [{ id: 1 }] })).listInstances()).toEqual({
      instances_found: 1,
      instances: [{ id: 1, actual_status: null }],
    });
  });

  it('an id that is sent twice is one row, and nothing is missing for it', async () => {
    const rows = [{ id: 1, label: 'a' }, { id: 2 }, { id: '1', label: 'b' }];
    const listed = await (await answering({ instances_found: 3, instances: rows })).listInstances();
    expect(listed.instances.map(({ id, label }) => [id, label])).toEqual([
      [1, 'a'],
      [2, undefined],
    ]);
    expect(listed.missing).toBeUndefined();
    const { offers } = await (await answering({ offers: rows })).searchOffers({});
    expect(offers).toHaveLength(2);
  });

  it('lists that interface.md does not show tell what is missing, too', async () => {
    const rows = [{ id: 1, hash_id: 'x' }, null, { id: 'seven' }];
    const client = await answering({
      ...{ ssh_keys: rows, apikeys: rows, templates: rows, volumes: rows, connections: rows },
      ...{ results: rows },
    });
    for (const list of [
      client.listSshKeys,
      client.listApiKeys,
      client.listTemplates,
      client.listVolumes,
      client.listConnections,
      client.listScheduledJobs,
      client.listEndpointGroups,
      client.listWorkerGroups,
    ])
      expect(await list()).toMatchObject({ rows: [{ id: 1 }], missing: 2 });
    expect(await client.listInstanceSshKeys(7)).toMatchObject({ rows: [{ id: 1 }], missing: 2 });
  });

  it('an id too long for a number is not rounded to another machine', async () => {
    const client = await answering('{"instances":[{"id":9007199254740993},{"id":"9007199254740993"}]}');
    expect(await client.listInstances()).toEqual({ instances_found: 2, instances: [], missing: 2 });
  });

  it('C115 an empty list is an empty list and no error', async () => {
    expect(await (await answering({ offers: [] })).searchOffers({})).toEqual({ offers: [] });
    expect(await (await answering({ instances: [], instances_found: 0 })).listInstances()).toEqual({
      instances_found: 0,
      instances: [],
    });
  });

  it('ten thousand offers are all there', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      id: i,
      gpu_name: 'RTX 4090',
      dph_total: i / 7,
    }));
    const { offers } = await (await answering({ offers: rows })).searchOffers({});
    expect([offers.length, offers[9_999]]).toEqual([
      10_000,
      { id: 9_999, gpu_name: 'RTX 4090', dph_total: 9_999 / 7 },
    ]);
  });

  it('a list that the public service gives under another shape is still read', async () => {
    expect(await (await answering({ ssh_keys: [{ id: 1 }] })).listSshKeys()).toEqual({ rows: [{ id: 1 }] });
    expect((await failure((await answering({ success: true })).listSshKeys())).kind).toBe('shape');
    expect((await failure((await answering({ success: true })).listVolumes())).kind).toBe('shape');
  });
});

describe('one instance', () => {
  it('C015 null in a success reply is null: gone, or not there yet', async () => {
    expect(await (await answering('{"instances": null}')).getInstance(9001)).toEqual({ instances: null });
    expect(await (await answering('{"success":true,"instances":[]}')).getInstance(9001)).toEqual({
      instances: null,
    });
  });

  it('a reply without the field says nothing about the instance', async () => {
    expect(await failure((await answering('{"success":true}')).getInstance(1))).toMatchObject({
      kind: 'shape',
      reason: 'fields',
    });
  });

  it('takes the id asked for where the record has none', async () => {
    expect(await (await answering({ instances: { actual_status: null } })).getInstance(9001)).toEqual({
      instances: { id: 9001, actual_status: null },
    });
  });

  it('takes a list of one', async () => {
    expect(
      await (await answering({ instances: [{ id: 9001, actual_status: 'loading' }] })).getInstance(9001),
    ).toEqual({
      instances: { id: 9001, actual_status: 'loading' },
    });
  });

  it('does not take another instance for the one asked for', async () => {
    const client = await answering({ instances: { id: 9002, actual_status: 'running' } });
    expect((await failure(client.getInstance(9001))).kind).toBe('shape');
    const several = await answering({ instances: [{ id: 9001 }, { id: 9002 }] });
    expect((await failure(several.getInstance(9001))).kind).toBe('shape');
  });

  it('a status that nobody knows stays as it came; a missing one is null', async () => {
    expect((await instance({ actual_status: 'foo' }))?.actual_status).toBe('foo');
    expect((await instance({}))?.actual_status).toBeNull();
    expect((await instance({ actual_status: 5 }))?.actual_status).toBeNull();
  });

  it('reads ports, price parts, pairs and dates', async () => {
    const read = await instance({
      actual_status: 'running',
      ports: {
        '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '40022' }, 5],
        '80/tcp': null,
        '81/tcp': [{ HostPort: 81 }],
      },
      instance: { gpuCostPerHour: 0, diskHour: '0.01', totalHour: null },
      extra_env: [['A', 'b'], ['N', 1], 'x', ['only']],
      image_args: ['--a', 5, '--b'],
      start_date: '2026-01-01T00:00:00',
      end_date: 1_800_000_000.5,
    });
    expect(read).toEqual({
      id: 1,
      actual_status: 'running',
      ports: {
        '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '40022' }],
        '80/tcp': [],
        '81/tcp': [{ HostPort: '81' }],
      },
      instance: { gpuCostPerHour: 0, diskHour: 0.01 },
      extra_env: [
        ['A', 'b'],
        ['N', '1'],
      ],
      image_args: ['--a', '--b'],
      start_date: 1_767_225_600,
      end_date: 1_800_000_000.5,
    });
  });
});

describe('creation', () => {
  it.each([
    ['without the new id', { success: true }],
    ['with an id that is none', { success: true, new_contract: 'soon' }],
    ['that says no and names a new instance', { success: false, new_contract: 5 }],
    ['that is empty', {}],
  ])('an answer %s leaves the outcome open: neither success nor refusal', async (_, body) => {
    expect((await failure((await answering(body)).createInstance(1, {}))).kind).toBe('shape');
  });

  it('the new id is enough', async () => {
    expect(await (await answering({ new_contract: '77' })).createInstance(1, {})).toEqual({
      success: true,
      new_contract: 77,
    });
  });
});

describe('account and two-factor', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
  });

  it('a user needs the id only; an unknown tfa word is absent; credit is not 0 when it is missing', async () => {
    const user = await (await answering({ id: 7, tfa_status: 'maybe', credit: null })).currentUser();
    expect(user).toEqual({ id: 7 });
  });

  it('fullname is full_name', async () => {
    const user = await (await answering({ id: 7, fullname: 'Ada' })).currentUser();
    expect(user.full_name).toBe('Ada');
  });

  it('an ISO created_at becomes epoch seconds, whatever zone it names and whatever zone we are in', async () => {
    process.env.TZ = 'Asia/Tokyo';
    const keys = await answering([
      { id: 1, created_at: '2026-01-01T01:00:00+01:00' },
      { id: 2, created_at: 1_767_225_600 },
      { id: 3, created_at: '2026-01-01' },
      { id: 4, created_at: '2026-01-01 00:00:00.000' },
      { id: 5, created_at: 'long ago' },
    ]);
    expect((await keys.listSshKeys()).rows.map((one) => one.created_at)).toEqual([
      1_767_225_600,
      1_767_225_600,
      1_767_225_600,
      1_767_225_600,
      undefined,
    ]);
  });

  const status = {
    success: true,
    tfa_enabled: true,
    methods: [{ id: 1, method: 'totp', locked_until: null }, { id: 2, method: 'pigeon' }, { method: 'sms' }],
    backup_codes_remaining: 0,
    new_method_authorized: true,
  };

  it('methods that no step could name are left out, and a lock that is none stays null', async () => {
    const { methods } = await (await answering(status)).tfaStatus();
    expect(methods).toEqual([{ id: 1, method: 'totp', locked_until: null }]);
  });

  it.each(['tfa_enabled', 'methods', 'new_method_authorized'])(
    'a status without %s is unreadable and not a guess',
    async (field) => {
      const client = await answering({ ...status, [field]: undefined });
      expect((await failure(client.tfaStatus())).kind).toBe('shape');
    },
  );

  it('a status without a count of backup codes leaves it unknown, and never makes it zero', async () => {
    const { backup_codes_remaining: _, ...bare } = status;
    const reply = await (await answering(bare)).tfaStatus();
    expect(reply).not.toHaveProperty('backup_codes_remaining');
    expect(reply.tfa_enabled).toBe(true);
  });

  it('a login without codes left has no count', async () => {
    expect(await (await answering({ id: 7 })).tfaLogin({ code: '123456' })).toEqual({ id: 7 });
  });

  it('the last method removed has no count', async () => {
    expect(
      await (await answering({ msg: '2FA Successfully Disabled' })).tfaRemove({ code: '123456' }),
    ).toEqual({
      msg: '2FA Successfully Disabled',
    });
  });

  it('new backup codes without codes are no success', async () => {
    const client = await answering({ msg: 'success', backup_codes: [] });
    expect((await failure(client.tfaRegenBackupCodes({ code: '123456' }))).kind).toBe('shape');
  });

  it('an empty answer to a request for a code does not count as sent', async () => {
    expect((await failure((await answering({})).tfaSendSms({}))).kind).toBe('shape');
  });

  it('a session key is long and stays whole', async () => {
    const session = 'k'.repeat(4000);
    expect(
      (await (await answering({ id: 7, session_key: session })).tfaLogin({ code: '1' })).session_key,
    ).toBe(session);
  });
});
