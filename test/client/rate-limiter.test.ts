import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { EndpointRow } from '../../src/client/endpoint-row.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { createRateLimiter, newlyKnown, slowerForMs } from '../../src/client/rate-limiter.ts';
import { calls } from './calls.ts';
import { failure, makeClient } from './make.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass in steps, with whatever comes due in them. */
async function pass(clock: ReturnType<typeof manualClock>, ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    clock.advance(50);
    await settled();
  }
}

/** When each of so many calls of a row goes out, asked for at once; ms from the first. */
async function times(row: EndpointRow, count: number): Promise<number[]> {
  const clock = manualClock(0);
  const pace = createRateLimiter(clock);
  const sent: number[] = [];
  for (let i = 0; i < count; i += 1) void pace.turn(row).then(() => sent.push(clock.now()));
  await settled();
  await pass(clock, count * row.minIntervalMs * 1.2);
  return sent;
}

describe('the shortest time between two calls', () => {
  it('spaces ten destroys by 3 s', async () => {
    const sent = await times(endpoints.destroyInstance, 10);
    expect(sent).toHaveLength(10);
    expect(sent[0]).toBe(0);
    const gaps = sent.slice(1).map((at, i) => at - (sent[i] as number));
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(3000);
      expect(gap).toBeLessThanOrEqual(3200);
    }
  });

  it('lets ten searches out at once and the next when a minute is over', async () => {
    const sent = await times(endpoints.searchOffers, 12);
    expect(sent.slice(0, 10).every((at) => at === 0)).toBe(true);
    expect(sent.slice(10).every((at) => at >= 60_000 && at <= 60_200)).toBe(true);
    expect(sent).toHaveLength(12);
  });

  it('is kept at the service too, when a call is 100 ms faster on its way than the one before it', async () => {
    for (const row of Object.values(endpoints)) {
      const { minIntervalMs, burst = 1 } = row;
      const sent = await times(row, burst + 2);
      expect(sent).toHaveLength(burst + 2);
      for (const [i, at] of sent.entries()) {
        const before = sent[i - burst];
        // The one before took 100 ms more.
        if (before !== undefined && minIntervalMs > 0)
          expect(at - (before + 100), `${row.method} ${row.path}`).toBeGreaterThanOrEqual(
            minIntervalMs * burst,
          );
        if (minIntervalMs === 0) expect(at, `${row.method} ${row.path}`).toBe(0);
      }
    }
  });

  it('holds for stop and start together, which are one call of the service', async () => {
    const clock = manualClock(0);
    const pace = createRateLimiter(clock);
    await pace.turn(endpoints.stopInstance);
    let started = false;
    void pace.turn(endpoints.startInstance).then(() => {
      started = true;
    });
    await pass(clock, 950);
    expect(started).toBe(false);
    await pass(clock, 200);
    expect(started).toBe(true);
  });

  it('holds for every client of the service, and not for another service', async () => {
    const clock = manualClock(0);
    const known = newlyKnown(clock);
    let sent = 0;
    const transport = async () => {
      sent += 1;
      return new Response('{"id":1}');
    };
    const [one, other] = [
      await makeClient({ clock, transport, known }),
      await makeClient({ clock, transport, known }),
    ];
    void one.currentUser();
    void other.currentUser();
    void (await makeClient({ clock, transport })).currentUser();
    await settled();
    expect(sent).toBe(2);
    await pass(clock, 1200);
    expect(sent).toBe(3);
  });

  it('is kept by every row of the client, a repeated call included', async () => {
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const clock = manualClock(0);
      const sent: number[] = [];
      const transport = async () => {
        sent.push(clock.now());
        return new Response('', { status: 503 });
      };
      const client = await makeClient({ clock, transport });
      for (let i = 0; i < 2; i += 1) void calls[name].call(client).catch(() => {});
      await settled();
      await pass(clock, 30_000);
      const { minIntervalMs, burst = 1 } = endpoints[name];
      expect(sent.length, name).toBeGreaterThan(1);
      sent.forEach((at, i) => {
        const before = sent[i - burst];
        if (before !== undefined) expect(at - before, name).toBeGreaterThanOrEqual(minIntervalMs * burst);
      });
    }
  });

  it('is never broken, in whatever order calls come, end and are given up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after: fc.integer({ min: 0, max: 4000 }), abort: fc.boolean() }), {
          maxLength: 12,
        }),
        async (asked) => {
          const clock = manualClock(0);
          const pace = createRateLimiter(clock);
          const sent: number[] = [];
          let due = 0;
          for (const { after, abort } of asked) {
            await pass(clock, after);
            const caller = new AbortController();
            const turn = pace.turn(endpoints.destroyInstance, caller.signal);
            void turn.then(
              () => sent.push(clock.now()),
              () => {},
            );
            if (abort) caller.abort();
            else due += 1;
          }
          await pass(clock, 4000 * (asked.length + 1));
          for (let i = 1; i < sent.length; i += 1) {
            expect((sent[i] as number) - (sent[i - 1] as number)).toBeGreaterThanOrEqual(3000);
          }
          expect(sent).toHaveLength(due);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('a caller that gives up while it waits sends nothing, and says so', async () => {
    const clock = manualClock(0);
    let sent = 0;
    const transport = async () => {
      sent += 1;
      return new Response('{"success":true}');
    };
    const client = await makeClient({ clock, transport });
    await client.destroyInstance(1);
    const caller = new AbortController();
    const second = failure(client.destroyInstance(2, { signal: caller.signal }));
    await settled();
    caller.abort();
    expect(await second).toMatchObject({ kind: 'aborted', reason: 'not-sent' });
    expect(sent).toBe(1);
  });
});

describe('after a 429', () => {
  const refusing = async (headers: Record<string, string> = {}) => {
    const clock = manualClock(0);
    const sent: string[] = [];
    const answer = { status: 429 };
    const transport = async (url: string) => {
      sent.push(new URL(url).pathname);
      return answer.status === 429
        ? new Response('API requests too frequent', { status: 429, headers })
        : new Response('{"id":1,"instances":[],"instances_found":0,"offers":[],"success":true}');
    };
    return { clock, sent, answer, client: await makeClient({ clock, transport }) };
  };

  it('C057 every read waits for as long as Retry-After says, and says for how long', async () => {
    const { clock, sent, answer, client } = await refusing({ 'Retry-After': '20' });
    expect(await failure(client.listInstances())).toMatchObject({ status: 429, waitMs: 20_000 });
    answer.status = 200;
    await pass(clock, 8000);
    for (const read of [client.currentUser(), client.searchOffers({}), client.listInstances()]) {
      expect(await failure(read)).toMatchObject({ status: 429, reason: 'paused', waitMs: 12_000 });
    }
    expect(client.limits()).toEqual({ pausedMs: 12_000, slower: 1 });
    expect(sent).toHaveLength(1);
    await pass(clock, 12_000);
    await client.currentUser();
    expect(client.limits().pausedMs).toBe(0);
  });

  it('a short pause is sat out', async () => {
    const { clock, sent, answer, client } = await refusing({ 'Retry-After': '3' });
    const list = client.listInstances();
    await settled();
    const user = client.currentUser();
    answer.status = 200;
    await pass(clock, 2900);
    expect(sent).toHaveLength(1);
    await pass(clock, 1500);
    await Promise.all([list, user]);
    expect(sent).toHaveLength(3);
  });

  it('without Retry-After the wait is twice the interval, then four times, and reads are slower for a while', async () => {
    const clock = manualClock(0);
    const pace = createRateLimiter(clock);
    expect(pace.refused(endpoints.getInstance, '', undefined)).toBe(4000);
    expect(pace.slower()).toBe(2);
    expect(pace.refused(endpoints.getInstance, '', undefined)).toBe(8000);
    expect(pace.slower()).toBe(4);
    for (let i = 0; i < 5; i += 1) pace.refused(endpoints.getInstance, '', undefined);
    expect(pace.slower()).toBe(8);
    clock.advance(slowerForMs);
    expect(pace.slower()).toBe(1);
    expect(pace.pausedMs()).toBe(0);
  });

  it('a write is not repeated, says when to try again, and holds no read back', async () => {
    const { sent, answer, client } = await refusing();
    expect(await failure(client.destroyInstance(1))).toMatchObject({ status: 429, waitMs: 6000 });
    expect(sent).toHaveLength(1);
    answer.status = 200;
    await client.listInstances();
    expect(client.limits()).toEqual({ pausedMs: 0, slower: 1 });
  });

  it('C057 a write is not sent again before Retry-After is over, and says how long is left', async () => {
    const { clock, sent, answer, client } = await refusing({ 'Retry-After': '20' });
    expect(await failure(client.destroyInstance(1))).toMatchObject({ status: 429, waitMs: 20_000 });
    expect(client.heldMs('destroyInstance')).toBe(20_000);
    answer.status = 200;
    await pass(clock, 8000);
    expect(await failure(client.destroyInstance(2))).toMatchObject({
      ...{ kind: 'http', status: 429, reason: 'paused', waitMs: 12_000 },
    });
    expect(sent).toHaveLength(1);
    // What has another path, and what is read, is not meant.
    expect(client.heldMs('stopInstance')).toBe(0);
    await client.stopInstance(1);
    await client.listInstances();
    await pass(clock, 8000);
    const short = client.destroyInstance(2);
    await pass(clock, 4500);
    await short;
    expect(sent.filter((path) => path.endsWith('/2/'))).toHaveLength(1);
    expect(client.heldMs('destroyInstance')).toBe(0);
  });

  it('holds back the writes of nobody else, and of no other path', async () => {
    const pace = createRateLimiter(manualClock(0));
    pace.refused(endpoints.stopInstance, 'one', 20_000);
    expect(pace.heldMs(endpoints.startInstance, 'one')).toBe(20_000);
    expect(pace.heldMs(endpoints.stopInstance, 'other')).toBe(0);
    expect(pace.heldMs(endpoints.rebootInstance, 'one')).toBe(0);
    expect(pace.pausedMs()).toBe(0);
  });

  it('an outage with Retry-After holds its write back for a minute at most, and no read', async () => {
    const clock = manualClock(0);
    const headers = { 'Retry-After': '600' };
    const transport = async () => new Response('{"success":false}', { status: 503, headers });
    const client = await makeClient({ clock, transport });
    expect(await failure(client.destroyInstance(1))).toMatchObject({ status: 503, waitMs: 60_000 });
    expect(await failure(client.destroyInstance(1))).toMatchObject({ status: 429, reason: 'paused' });
    const read = await failure(client.listInstances({ once: true }));
    expect(read).toMatchObject({ status: 503, retryAfterMs: 600_000, waitMs: undefined });
    expect(client.limits().pausedMs).toBe(0);
  });

  it('one that is about codes says nothing of the pace', async () => {
    const transport = async () =>
      new Response('{"success":false,"error":"tfa_locked","msg":"locked","fail_count":5}', { status: 429 });
    const thrown = await failure((await makeClient({ transport })).tfaLogin({ code: '123456' }));
    expect(thrown).toMatchObject({ status: 429, code: 'tfa_locked', waitMs: undefined });
  });
});
