import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { ApiError, type ApiErrorFields } from '../../src/client/errors.ts';
import { longestWaitMs, maxAttempts, readRetryAfter, retryWait } from '../../src/client/retry.ts';
import { calls } from './calls.ts';
import { failure, hurriedClock, makeClient } from './make.ts';

const error = (fields: Partial<ApiErrorFields>) =>
  new ApiError({ kind: 'http', endpoint: 'x', method: 'GET', path: '/', ...fields });
const safe = { ...endpoints.listInstances, minIntervalMs: 0 };
const half = () => 0.5;

describe('how often each call is sent', () => {
  const outcomes: Record<string, () => Promise<Response>> = {
    'a dropped connection': () => Promise.reject(new TypeError('fetch failed')),
    '429': () => Promise.resolve(new Response('API requests too frequent', { status: 429 })),
    '502': () => Promise.resolve(new Response('', { status: 502 })),
    '503': () => Promise.resolve(new Response('', { status: 503 })),
    '504': () => Promise.resolve(new Response('', { status: 504 })),
    '500': () => Promise.resolve(new Response('', { status: 500 })),
    '401': () => Promise.resolve(new Response('', { status: 401 })),
    '404': () => Promise.resolve(new Response('', { status: 404 })),
    'a body that is no JSON': () => Promise.resolve(new Response('nope')),
  };
  const again = ['a dropped connection', '429', '502', '503', '504'];

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    it(`${name}: ${endpoints[name].write ? 'once, whatever happens' : 'three times where it may pass'}`, async () => {
      const counted: Record<string, number> = {};
      for (const [outcome, respond] of Object.entries(outcomes)) {
        const client = await makeClient({
          transport: () => {
            counted[outcome] = (counted[outcome] ?? 0) + 1;
            return respond();
          },
        });
        await failure(calls[name].call(client));
      }
      const due = (outcome: string) => {
        if (endpoints[name].write || !again.includes(outcome)) return 1;
        if (outcome !== '429') return maxAttempts;
        // Twice the interval, then four times: a wait that is too long for a call is the caller's.
        const waits = [2, 4].map((times) => Math.max(1000, endpoints[name].minIntervalMs * times));
        return 1 + waits.filter((wait) => wait <= longestWaitMs).length;
      };
      expect(counted).toEqual(Object.fromEntries(Object.keys(outcomes).map((one) => [one, due(one)])));
    });
  }

  it('a read that works at the third try is a read that works', async () => {
    let sent = 0;
    const client = await makeClient({
      transport: async () =>
        ++sent < 3 ? new Response('', { status: 503 }) : new Response('{"instances_found":0,"instances":[]}'),
    });
    expect(await client.listInstances()).toEqual({ instances_found: 0, instances: [] });
    expect(sent).toBe(3);
  });
});

describe('the wait before sending again', () => {
  it('grows, and is spread by chance', () => {
    const waits = (random: () => number) =>
      [1, 2].map((attempt) => retryWait(safe, error({ status: 503 }), attempt, random));
    expect(waits(() => 0)).toEqual([150, 300]);
    expect(waits(() => 1)).toEqual([450, 900]);
  });

  it('is at least what the service asks for', () => {
    expect(retryWait(safe, error({ status: 429, retryAfterMs: 2000 }), 1, half)).toBe(2000);
    expect(retryWait(safe, error({ status: 503, retryAfterMs: 10 }), 1, half)).toBe(300);
  });

  it('after a 429 without Retry-After is at least the interval that the endpoint bears', () => {
    expect(retryWait({ ...safe, minIntervalMs: 2000 }, error({ status: 429 }), 1, half)).toBe(2000);
  });

  it('is the caller’s own when it is longer than 5 s', () => {
    expect(retryWait(safe, error({ status: 429, retryAfterMs: 5001 }), 1, half)).toBeNull();
  });

  it('never comes after the third attempt, an abort, a refusal or a body that cannot be read', () => {
    expect(retryWait(safe, error({ status: 503 }), maxAttempts, half)).toBeNull();
    for (const kind of ['aborted', 'refused', 'shape'] as const) {
      expect(retryWait(safe, error({ kind }), 1, half)).toBeNull();
    }
  });

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_HAS_EXPIRED',
    'BAD_PROXY',
  ])('never comes after %s, which asking again does not mend', (reason) => {
    expect(retryWait(safe, error({ kind: 'network', reason }), 1, half)).toBeNull();
    expect(retryWait(safe, error({ kind: 'network', reason: 'ECONNRESET' }), 1, half)).toBe(300);
  });

  it('ends when the caller gives up during it', async () => {
    const caller = new AbortController();
    let sent = 0;
    const client = await makeClient({
      clock: {
        ...hurriedClock(),
        sleep: (_, signal) => new Promise((_, no) => signal?.addEventListener('abort', no)),
      },
      transport: async () => {
        sent++;
        setImmediate(() => caller.abort());
        return new Response('', { status: 503 });
      },
    });
    const thrown = await failure(client.listInstances({ signal: caller.signal }));
    expect([thrown.kind, sent]).toEqual(['aborted', 1]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['20', null, 20_000],
    [' 1.5 ', null, 1500],
    ['0', null, 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', null, 30_000],
    // Our own clock is ten minutes off; the service's Date header is what its dates are measured by.
    ['Thu, 01 Jan 2026 00:10:30 GMT', 'Thu, 01 Jan 2026 00:10:00 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', null, 0],
    ['99999999', null, 3_600_000],
    ['-5', null, undefined],
    ['soon', null, undefined],
    ['', null, undefined],
    [null, null, undefined],
  ])('%s (Date: %s) is %s ms', (header, date, ms) => {
    expect(readRetryAfter(header, date, now)).toBe(ms);
  });
});

it('C057 a plain-text 429 with Retry-After 20 is not repeated: the pause is handed to the caller', async () => {
  let sent = 0;
  const client = await makeClient({
    transport: async () => {
      sent++;
      return new Response('API requests too frequent: endpoint threshold=4.5', {
        status: 429,
        headers: { 'Content-Type': 'text/plain', 'Retry-After': '20' },
      });
    },
  });
  const thrown = await failure(client.listInstances());
  expect(sent).toBe(1);
  expect(thrown).toMatchObject({
    kind: 'http',
    status: 429,
    retryAfterMs: 20_000,
    msg: 'API requests too frequent: endpoint threshold=4.5',
  });
});
