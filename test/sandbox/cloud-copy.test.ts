import { describe, expect, it } from 'vitest';
import { type Answer, type Fields, world } from './world.ts';

const path = '/api/v0/commands/rclone/';
const said = ({ status, body }: Answer) => `${status} ${body?.error}`;

/** A world with one running instance, and a request for it. */
async function rented() {
  const w = world();
  const id = await w.rented();
  w.pass(300);
  const request = {
    instance_id: String(id),
    src: '/workspace/out',
    dst: '/runs/7',
    selected: '1',
    transfer: 'Instance To Cloud',
    flags: ['--size-only'],
    api_key: w.sandbox.apiKey,
  };
  const message = async () => (await w.instance(id)).status_msg;
  return { w, id, request, message };
}

describe('C118 a cloud copy', () => {
  it('answers success, msg and a result_url that needs no key', async () => {
    const { w, request } = await rented();
    const { status, body } = await w.call('POST', path, request);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        msg: expect.stringMatching(/\S/),
        result_url: expect.stringMatching(/^http:\/\/sandbox\.localhost\//),
      },
    });
    const report = async () => w.call('GET', new URL(body.result_url).pathname, undefined, null);
    expect(await report()).toMatchObject({ status: 200, text: expect.stringContaining('transferred 0%') });
    expect((await report()).headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect((await report()).text).toContain('/workspace/out -> /runs/7');
    expect((await report()).text).not.toContain(w.sandbox.apiKey);
    w.pass(120);
    expect((await report()).text).toContain('transferred 100%\nfinished');
    const unknown = await w.call('GET', '/results/copy-0123456789abcdef.txt', undefined, null);
    expect(unknown.status).toBe(404);
  });

  it('shows its progress and its end in the status message of the instance, for a while', async () => {
    const { w, request, message } = await rented();
    const before = await message();
    await w.call('POST', path, request);
    w.pass(29);
    expect(await message(), 'it is half a minute late').toBe(before);
    w.pass(21);
    const percent = Number(/(\d+)%$/.exec(await message())?.[1]);
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThan(100);
    w.pass(100);
    expect(await message()).toBe('Cloud Copy Operation Finished');
    w.pass(630);
    expect(await message()).toBe(before);
  });

  it.each(['Instance To Cloud', 'Cloud To Instance', 'Instance to Cloud', 'CLOUD TO INSTANCE'])(
    'takes the transfer in any case: %s',
    async (transfer) => {
      const { w, request } = await rented();
      const { status, body } = await w.call('POST', path, { ...request, transfer });
      expect({ status, msg: body.msg.toLowerCase() }).toEqual({
        status: 200,
        msg: expect.stringContaining(transfer.toLowerCase()),
      });
    },
  );

  it('needs no api_key, no flags, and takes the id as the public client writes it', async () => {
    const { w, id, request } = await rented();
    const { api_key: _, flags: _flags, ...bare } = request;
    expect((await w.call('POST', path, bare)).status).toBe(200);
    expect((await w.call('POST', path, { ...bare, instance_id: `C.${id}`, flags: null })).status).toBe(200);
  });

  it.each<[string, Fields, string]>([
    ['no instance', { instance_id: undefined }, '400 bad_request'],
    ['an instance_id that is a number', { instance_id: 9_100_001 }, '400 bad_request'],
    ['an instance_id that is a word', { instance_id: 'mine' }, '400 bad_request'],
    ['an instance that never was', { instance_id: '123' }, '404 no_such_instance'],
    ['no src', { src: undefined }, '400 bad_request'],
    ['an empty dst', { dst: '' }, '400 bad_request'],
    ['no dst', { dst: undefined }, '400 bad_request'],
    ['no connection', { selected: undefined }, '400 bad_request'],
    ['an unknown connection', { selected: '99' }, '400 bad_request'],
    ['no transfer', { transfer: undefined }, '400 bad_request'],
    ['an unknown transfer', { transfer: 'Cloud To Cloud' }, '400 bad_request'],
    ['flags in one text', { flags: '--dry-run' }, '400 bad_request'],
    ['a flag that is a number', { flags: [1] }, '400 bad_request'],
    ['an api_key that is none', { api_key: 'nonsense' }, '401 auth_error'],
    ['an api_key that is a number', { api_key: 7 }, '400 bad_request'],
  ])('refuses %s, and copies nothing', async (_name, change, refusal) => {
    const { w, request, message } = await rented();
    const before = await message();
    const answer = await w.call('POST', path, { ...request, ...change });
    expect(said(answer)).toBe(refusal);
    expect(answer.text).not.toContain('nonsense');
    expect(await message()).toBe(before);
  });

  it('is authorized by the Bearer, not by the key in the body', async () => {
    const { w, request } = await rented();
    expect(said(await w.call('POST', path, request, null))).toBe('403 auth_error');
    const permissions = { api: { instance_read: {} } };
    const { key } = (await w.control('POST', 'keys', { permissions })).body;
    expect(said(await w.call('POST', path, request, key))).toBe('403 auth_error');
    expect((await w.call('POST', path, { ...request, api_key: key })).status).toBe(200);
    await w.control('POST', 'keys/revoke', { key });
    expect(said(await w.call('POST', path, { ...request, api_key: key }))).toBe('401 auth_error');
  });

  it('is not for a VM, and not for an instance that is gone', async () => {
    const { w, id, request } = await rented();
    const vm = await w.rented({ vm: true });
    expect(said(await w.call('POST', path, { ...request, instance_id: String(vm) }))).toBe(
      '400 invalid_args',
    );
    await w.call('DELETE', `/api/v0/instances/${id}/`);
    expect(said(await w.call('POST', path, request))).toBe('404 no_such_instance');
  });

  it('is cancelled by the id of its instance', async () => {
    const { w, id, request, message } = await rented();
    const { result_url } = (await w.call('POST', path, request)).body;
    w.pass(20);
    const { status, body } = await w.call('DELETE', path, { client_id: 'me', dst_id: String(id) });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, msg: expect.stringMatching(/\S/) },
    });
    w.pass(15);
    expect(await message(), 'as it was half a minute ago').toMatch(/In Progress: \d+%$/);
    w.pass(15);
    expect(await message()).toBe('Cloud Copy Operation Cancelled');
    w.pass(300);
    const report = await w.call('GET', new URL(result_url).pathname, undefined, null);
    expect(report.text).toMatch(/transferred \d\d?%\ncancelled\n$/);
    expect(said(await w.call('DELETE', path, { dst_id: id }))).toBe('404 not_found');
    expect(said(await w.call('DELETE', path, {}))).toBe('400 bad_request');
  });
});
