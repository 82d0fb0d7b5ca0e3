import { describe, expect, it } from 'vitest';
import { start, world } from './world.ts';

const me = '/api/v0/users/current/';

describe('the control surface', () => {
  it('resets to a fresh world; clock and printed key stay', async () => {
    const w = world({ seed: 3 });
    const body = { order: [['id', 'asc']], limit: 5 };
    const before = await w.search(body);
    const id = await w.rented();
    await w.control('POST', 'clock', { advance_s: 500 });
    await w.control('POST', 'account', { credit: 3, email: null, phone_number: null, tfa_status: 'legacy' });
    await w.control('POST', 'offers/7200001', { dph_base: 9 });
    expect((await w.control('POST', 'reset', {})).status).toBe(200);
    expect((await w.control('GET', 'log')).body).toEqual({ requests: [] });
    expect((await w.control('GET', 'outbox')).body).toEqual({ messages: [] });
    expect((await w.control('GET', 'ledger')).body).toEqual({ charges: [], instances: [] });
    expect((await w.control('POST', 'clock', { advance_s: 0 })).body).toEqual({ now: start / 1000 + 500 });
    expect((await w.call('GET', me)).body).toMatchObject({ credit: 100, tfa_status: 'disabled' });
    expect((await w.call('GET', `/api/v0/instances/${id}/`)).status).toBe(404);
    const models = (await w.search(body)).map((offer) => offer.machine_id + offer.gpu_name);
    expect(models).toEqual(before.map((offer) => offer.machine_id + offer.gpu_name));
    await w.control('POST', 'reset', { seed: 4 });
    expect((await w.search(body)).map((offer) => offer.machine_id + offer.gpu_name)).not.toEqual(models);
  });

  it('moves the clock and answers where it is', async () => {
    const w = world();
    expect((await w.control('POST', 'clock', { advance_s: 0 })).body).toEqual({ now: start / 1000 });
    expect((await w.control('POST', 'clock', { advance_s: 90.5 })).body).toEqual({
      now: start / 1000 + 90.5,
    });
    w.pass(10);
    expect((await w.control('POST', 'clock')).body).toEqual({ now: start / 1000 + 100.5 });
    expect((await w.control('POST', 'clock', { advance_s: -1 })).status).toBe(400);
    expect((await w.control('POST', 'clock', { advance_s: 'soon' })).status).toBe(400);
  });

  it('logs what was asked of the service, without queries and without itself', async () => {
    const w = world();
    await w.call('GET', `${me}?api_key=abc`);
    w.pass(2);
    await w.call('GET', '/api/v0/nothing', undefined, null);
    await w.control('GET', 'outbox');
    const log = await w.control('GET', 'log');
    expect(log.body).toEqual({
      requests: [
        { method: 'GET', path: me, status: 200, at: start / 1000 },
        { method: 'GET', path: '/api/v0/nothing', status: 404, at: start / 1000 + 2 },
      ],
    });
  });

  it('sets the credit, and the account words that the service shows', async () => {
    const w = world();
    await w.control('POST', 'account', { credit: 12.3456789012345, tfa_status: 'legacy', email: null });
    expect((await w.call('GET', me)).body).toMatchObject({
      credit: 12.3456789012345,
      tfa_status: 'legacy',
      email: null,
    });
    for (const body of [{ tfa_status: 'maybe' }, { credit: 'lots' }, { colour: 'red' }]) {
      expect((await w.control('POST', 'account', body)).status).toBe(400);
    }
  });

  it('starts a logged-out login with a secret', async () => {
    const w = world();
    const first = (await w.control('POST', 'login')).body;
    expect(first).toEqual({ tfa_secret: expect.stringMatching(/^\w{20,}$/) });
    expect((await w.control('POST', 'login')).body).not.toEqual(first);
  });

  it('changes label and status text of an instance, any bytes', async () => {
    const w = world();
    const id = await w.rented();
    const label = '\u001b[31mred\u0007\u202e\ud83d\ude80\n\u0000';
    await w.control('POST', `instances/${id}`, { label, status_msg: 'hello' });
    expect(await w.instance(id)).toMatchObject({ label, status_msg: 'hello' });
    await w.control('POST', `instances/${id}`, { label: null, status_msg: null });
    expect(await w.instance(id)).toMatchObject({ label: null });
    expect((await w.instance(id)).status_msg).not.toBe('hello');
    expect((await w.control('POST', 'instances/5', { label: 'x' })).status).toBe(404);
    expect((await w.control('POST', `instances/${id}`, { outbid: true })).status).toBe(400);
  });

  it('gives an offer a new price, and takes it back', async () => {
    const w = world();
    const { id, dph_base } = await w.offer();
    await w.control('POST', `offers/${id}`, { dph_base: 3.25 });
    const [priced] = await w.search({ id: { eq: id } });
    expect(priced).toMatchObject({ dph_base: 3.25 });
    expect(priced.dph_total).toBeCloseTo(3.25 + priced.storage_total_cost, 12);
    expect((await w.instance((await w.rent(id)).body.new_contract)).dph_base).toBe(3.25);
    await w.control('POST', `offers/${id}`, { dph_base: null });
    expect((await w.search({ id: { eq: id } }))[0].dph_base).toBe(dph_base);
    expect((await w.control('POST', 'offers/7', { busy: true })).status).toBe(404);
  });

  it('answers 404 to calls that it does not have, 400 to bodies that are no JSON', async () => {
    const w = world();
    expect((await w.control('POST', 'weather', {})).status).toBe(404);
    expect((await w.control('GET', 'reset')).status).toBe(404);
    expect((await w.control('POST', 'reset', '{')).status).toBe(400);
  });
});

describe('snapshots', () => {
  it('bring back exactly what was', async () => {
    const w = world();
    const id = await w.rented();
    w.pass(300);
    const before = await w.instance(id);
    const kept = w.sandbox.snapshot();
    await w.call('DELETE', `/api/v0/instances/${id}/`);
    const { ask_contract_id } = before;
    expect((await w.search({ id: { eq: ask_contract_id } }))[0].rented).toBe(false);
    w.sandbox.restore(kept);
    expect(await w.instance(id)).toEqual(before);
    expect((await w.search({ id: { eq: ask_contract_id } }))[0].rented).toBe(true);
    w.sandbox.restore(kept);
    expect(await w.instance(id)).toEqual(before);
  });
});
