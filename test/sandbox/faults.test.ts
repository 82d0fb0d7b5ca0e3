import { describe, expect, it } from 'vitest';
import { interfaceStatus } from '../../src/sandbox/errors.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { type Fields, world } from './world.ts';

type World = ReturnType<typeof world>;
const me = '/api/v0/users/current/';
const fault = (w: World, body: Fields) => w.control('POST', 'faults', body);

/** What a fetch came to: the status, or the error with its cause's code. */
const outcome = async (answer: Promise<Response>): Promise<unknown> => {
  let response: Response;
  try {
    response = await answer;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { thrown: message, code: cause?.code };
  }
  try {
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { status: response.status, cut: message, code: cause?.code };
  }
};

describe('faults', () => {
  it('hit the next `times` calls that match, and then no more', async () => {
    const w = world();
    await fault(w, { kind: 'status', status: 503, times: 2, method: 'get', path: '/api/v0/users/*' });
    expect((await w.call('GET', '/api/v0/instances/')).status).toBe(200);
    expect((await w.call('GET', me)).status).toBe(503);
    expect((await w.call('GET', '/api/v0/users/current')).status).toBe(503);
    expect((await w.call('GET', me)).status).toBe(200);
  });

  it('match a path with and without its slash, hit one call by default, and never the control surface', async () => {
    const w = world();
    await fault(w, { kind: 'status', status: 500, path: '/api/v0/users/current' });
    await fault(w, { kind: 'status', status: 500 });
    expect((await w.control('GET', 'ledger')).status).toBe(200);
    expect((await w.call('GET', me)).status).toBe(500);
    expect((await w.call('GET', me)).status).toBe(500);
    expect((await w.call('GET', me)).status).toBe(200);
  });

  it('are forgotten on DELETE and on reset', async () => {
    const w = world();
    await fault(w, { kind: 'status', status: 500, times: 5 });
    expect((await w.control('DELETE', 'faults')).status).toBe(200);
    expect((await w.call('GET', me)).status).toBe(200);
    await fault(w, { kind: 'status', status: 500, times: 5 });
    await w.control('POST', 'reset');
    expect((await w.call('GET', me)).status).toBe(200);
  });

  it('answer a status with a body and headers of their own', async () => {
    const w = world();
    const body = { detail: 'slow down' };
    await fault(w, { kind: 'status', status: 429, body, headers: { 'Retry-After': '7' } });
    const answer = await w.call('GET', me);
    expect(answer).toMatchObject({ status: 429, body });
    expect(answer.headers.get('retry-after')).toBe('7');
    await fault(w, { kind: 'status', status: 502, body: 'Bad Gateway' });
    expect(await w.call('GET', me)).toMatchObject({ status: 502, text: 'Bad Gateway' });
  });

  it.each(Object.entries(interfaceStatus))(
    'answer %s with its own status %i and body',
    async (code, status) => {
      const w = world();
      await fault(w, { kind: 'error', code });
      const answer = await w.call('GET', me);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, error: code, msg: expect.any(String) });
      if (code === 'tfa_locked') expect(answer.body.locked_until).toBeGreaterThan(1_790_000_000);
    },
  );

  it.each<Fields>([
    { kind: 'gremlins' },
    {},
    { kind: 'status' },
    { kind: 'delay' },
    { kind: 'error', code: 'no_such_code' },
    { kind: 'drop', times: 0 },
  ])('are refused when they read %j', async (body) => {
    expect((await fault(world(), body)).status).toBe(400);
  });

  it('answer garbage after acting, html without acting', async () => {
    const w = world();
    const { id } = await w.offer();
    await fault(w, { kind: 'garbage', method: 'PUT' });
    const garbage = await w.rent(id);
    expect(garbage.status).toBe(200);
    expect(garbage.body).toBeUndefined();
    expect((await w.ledger()).instances).toHaveLength(1);
    await fault(w, { kind: 'html', method: 'PUT' });
    const html = await w.rent((await w.offer()).id);
    expect(html.text).toContain('<html>');
    expect(html.headers.get('content-type')).toContain('text/html');
    expect((await w.ledger()).instances).toHaveLength(1);
  });

  it('delay an answer by the time of the clock, and end with the signal', async () => {
    const w = world();
    await fault(w, { kind: 'delay', delay_ms: 2_000, times: 2 });
    let answered = false;
    const slow = w.call('GET', me).then((answer) => {
      answered = true;
      return answer;
    });
    await new Promise(setImmediate);
    w.clock.advance(1_999);
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    w.clock.advance(1);
    expect((await slow).status).toBe(200);

    const giveUp = new AbortController();
    const given = w.call('PUT', '/api/v0/asks/1/', {}, w.sandbox.apiKey, giveUp.signal);
    await new Promise(setImmediate);
    giveUp.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
  });

  it('hang until the signal aborts', async () => {
    const w = world();
    await fault(w, { kind: 'hang' });
    const giveUp = new AbortController();
    const hung = w.call('GET', me, undefined, w.sandbox.apiKey, giveUp.signal);
    await new Promise(setImmediate);
    giveUp.abort(new DOMException('timed out', 'TimeoutError'));
    await expect(hung).rejects.toMatchObject({ name: 'TimeoutError' });
    const aborted = w.call('GET', me, undefined, w.sandbox.apiKey, AbortSignal.abort(new Error('before')));
    await expect(aborted).rejects.toThrow('before');
  });

  const broken: [kind: string, thrown: Fields, acted: number][] = [
    ['drop', { thrown: 'fetch failed', code: 'UND_ERR_SOCKET' }, 0],
    ['drop-after', { thrown: 'fetch failed', code: 'UND_ERR_SOCKET' }, 1],
    ['truncate', { status: 200, cut: 'terminated', code: 'UND_ERR_SOCKET' }, 1],
  ];
  it.each(broken)('%s is the same in process and over a socket', async (kind, wanted, acted) => {
    const w = world();
    const server = await listen(w.sandbox);
    const sends = [
      (path: string, init: RequestInit) =>
        w.sandbox.fetch(new Request(`http://sandbox.localhost${path}`, init)),
      (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init),
    ];
    for (const send of sends) {
      await w.control('POST', 'reset');
      const { id } = await w.offer();
      await fault(w, { kind, path: '/api/v0/asks/*' });
      const rent = {
        method: 'PUT',
        headers: { Authorization: `Bearer ${w.sandbox.apiKey}` },
        body: '{"image":"ubuntu"}',
      };
      expect(await outcome(send(`/api/v0/asks/${id}/`, rent))).toEqual(wanted);
      expect((await w.ledger()).instances).toHaveLength(acted);
      expect((await w.control('GET', 'log')).body.requests.at(-1)).toMatchObject({
        method: 'PUT',
        path: `/api/v0/asks/${id}/`,
        status: kind === 'truncate' ? 200 : 0,
      });
    }
    await server.close();
  });
});

describe('the date of an answer', () => {
  const dateOf = (answer: { headers: Headers }) => Date.parse(answer.headers.get('date') ?? '');

  it('is the time of the sandbox, in process as over the socket, whatever the answer is', async () => {
    const w = world();
    await w.control('POST', 'clock', { advance_s: 3600 });
    const there = 1_790_003_600_000;
    expect(dateOf(await w.call('GET', me))).toBe(there);
    expect(dateOf(await w.call('GET', me, undefined, null))).toBe(there);
    expect(dateOf(await w.control('GET', 'log'))).toBe(there);
    for (const kind of ['status', 'garbage', 'html']) {
      await fault(w, { kind });
      expect([kind, dateOf(await w.call('GET', me))]).toEqual([kind, there]);
    }
    const server = await listen(w.sandbox);
    expect(dateOf(await fetch(`${server.url}${me}`))).toBe(there);
    await server.close();
  });

  it('is what a fault says that it is', async () => {
    const w = world();
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    await fault(w, { kind: 'status', status: 503, headers: { Date: date } });
    expect((await w.call('GET', me)).headers.get('date')).toBe(date);
  });
});

describe('the socket', () => {
  it('serves calls and the control surface, json as exactly application/json', async () => {
    const w = world();
    const server = await listen(w.sandbox);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = { Authorization: `Bearer ${w.sandbox.apiKey}` };
    const answer = await fetch(`${server.url}${me}`, { headers });
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json',
    });
    const advanced = await fetch(`${server.url}/_sandbox/clock`, {
      method: 'POST',
      body: '{"advance_s":60}',
    });
    expect(await advanced.json()).toEqual({ now: 1_790_000_060 });
    await fault(w, { kind: 'html' });
    expect(await outcome(fetch(`${server.url}${me}`, { headers }))).toMatchObject({ status: 200 });
    await server.close();
    expect(await outcome(fetch(`${server.url}${me}`))).toMatchObject({ thrown: 'fetch failed' });
  });

  it('lets go of callers that hang when it closes', async () => {
    const w = world();
    const server = await listen(w.sandbox);
    await fault(w, { kind: 'hang' });
    const hung = outcome(fetch(`${server.url}${me}`));
    await expect.poll(() => w.sandbox.control.log().requests.length).toBe(1);
    await server.close();
    expect(await hung).toMatchObject({ thrown: 'fetch failed' });
  });

  it('says so when its port is taken', async () => {
    const w = world();
    const server = await listen(w.sandbox);
    const port = Number(new URL(server.url).port);
    await expect(listen(w.sandbox, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.close();
  });
});
