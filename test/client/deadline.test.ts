import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { ClientSettings, TraceEvent } from '../../src/client/client.ts';
import { failure, makeClient } from './make.ts';

const start = 1_700_000_000_700;

/** Moves the clock on, a second at a time, until the call has ended. */
async function runOut<T>(clock: ReturnType<typeof manualClock>, call: Promise<T>, most = 300): Promise<T> {
  let over = false;
  const ended = call.finally(() => {
    over = true;
  });
  ended.catch(() => {});
  for (let second = 0; second < most && !over; second++) {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (!over) clock.advance(1000);
  }
  return ended;
}

async function against(transport: ClientSettings['transport']) {
  const clock = manualClock(start);
  const trace: TraceEvent[] = [];
  const client = await makeClient({ clock, transport, trace: (event) => trace.push(event) });
  return { clock, client, trace };
}

const never = () => new Promise<Response>(() => {});
const hangingBody = (first: string) =>
  Promise.resolve(
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
      }),
    ),
  );

describe('a service that does not answer', () => {
  it('C056 a read says so within 30 s, repeated attempts included', async () => {
    const { clock, client, trace } = await against(never);
    const thrown = await failure(runOut(clock, client.listInstances()));
    expect(thrown.kind).toBe('timeout');
    expect(clock.now() - start).toBeLessThanOrEqual(30_000);
    expect(trace.map((event) => event.kind)).toEqual(['timeout', 'timeout']);
  });

  it('a creation is waited for 60 s and sent once', async () => {
    const { clock, client, trace } = await against(never);
    const thrown = await failure(runOut(clock, client.createInstance(1, { image: 'a' })));
    expect(thrown.kind).toBe('timeout');
    expect(clock.now() - start).toBe(60_000);
    expect(trace).toHaveLength(1);
  });

  it('the deadline covers the body', async () => {
    const { clock, client } = await against(() => hangingBody('{"success":'));
    const thrown = await failure(runOut(clock, client.stopInstance(1)));
    expect([thrown.kind, clock.now() - start]).toEqual(['timeout', 30_000]);
  });

  it('the transport hears that it was given up, and need not listen', async () => {
    let signal: AbortSignal | null | undefined;
    const { clock, client } = await against((_, init) => {
      signal = init.signal;
      return never();
    });
    const call = client.stopInstance(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(signal?.aborted).toBe(false);
    await failure(runOut(clock, call));
    expect(signal?.aborted).toBe(true);
  });
});

describe('an answer that flows', () => {
  /** A body that comes in so many pieces, one each so many ms of the clock, and then ends or stays silent. */
  const slowly = (clock: ReturnType<typeof manualClock>, everyMs: number, text: string, ends = true) =>
    new Response(
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const letter of text) {
            await clock.sleep(everyMs);
            controller.enqueue(new TextEncoder().encode(letter));
          }
          if (ends) controller.close();
        },
      }),
    );

  it('is read to its end, however long that takes', async () => {
    const clock = manualClock(start);
    const transport = async () => slowly(clock, 15_000, '{"id":7}');
    const client = await makeClient({ clock, transport });
    expect(await runOut(clock, client.currentUser())).toEqual({ id: 7 });
    expect(clock.now() - start).toBeGreaterThan(100_000);
  });

  it('so is a log', async () => {
    const clock = manualClock(start);
    const client = await makeClient({ clock, transport: async () => slowly(clock, 15_000, 'a\nb\nc\n') });
    const read = client.readResult('requestLogs', 'https://s3.example.com/a');
    expect(await runOut(clock, read)).toEqual(['a', 'b', 'c']);
  });

  it('is given up 20 s after it fell silent', async () => {
    const clock = manualClock(start);
    const transport = async () => slowly(clock, 15_000, '{"id"', false);
    const client = await makeClient({ clock, transport });
    const error = await failure(runOut(clock, client.currentUser()));
    expect([error.kind, clock.now() - start]).toEqual(['timeout', 5 * 15_000 + 20_000]);
  });

  it('is not waited for without end', async () => {
    const clock = manualClock(start);
    const transport = async () => slowly(clock, 1000, ' '.repeat(5000));
    const client = await makeClient({ clock, transport });
    const error = await failure(runOut(clock, client.currentUser({ once: true }), 900));
    expect(error.kind).toBe('timeout');
  });
});

describe('a caller that gives up', () => {
  it('ends the call at once, as aborted and not as a timeout', async () => {
    const caller = new AbortController();
    const { client, trace } = await against(never);
    const call = failure(client.listInstances({ signal: caller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error('left the screen'));
    expect((await call).kind).toBe('aborted');
    expect(trace.map((event) => event.kind)).toEqual(['aborted']);
  });

  it('before the call sends nothing', async () => {
    let sent = 0;
    const { client } = await against(() => {
      sent++;
      return never();
    });
    const thrown = await failure(client.listInstances({ signal: AbortSignal.abort() }));
    expect([thrown.kind, sent]).toEqual(['aborted', 0]);
  });

  it('while the body arrives ends it too', async () => {
    const caller = new AbortController();
    const { client } = await against(() => hangingBody('{"offers":['));
    const call = failure(client.searchOffers({}, { signal: caller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    expect((await call).kind).toBe('aborted');
  });
});

describe('the trace', () => {
  it('tells each attempt with its status, without query, headers or bodies', async () => {
    let sent = 0;
    // A second read of the volumes goes out no earlier than 5.5 s after the first, a failed one included.
    const { clock, client, trace } = await against(async () =>
      ++sent === 1 ? new Response('busy', { status: 503 }) : new Response('{"volumes":[]}'),
    );
    await runOut(clock, client.listVolumes());
    const common = { endpoint: 'listVolumes', method: 'GET', path: '/api/v0/volumes/', ms: 0 };
    expect(trace).toEqual([
      { ...common, at: start, attempt: 1, status: 503, kind: 'http' },
      { ...common, at: start + 6000, attempt: 2, status: 200 },
    ]);
  });
});

describe('the service’s clock', () => {
  const dated = (date: string) => async () => new Response('{"id":1}', { headers: { Date: date } });

  it('is 0 ahead until a Date header was heard', async () => {
    const { client } = await against(async () => new Response('{"id":1}'));
    await client.currentUser();
    expect(client.clockOffsetMs()).toBe(0);
  });

  it.each([
    ['Tue, 14 Nov 2023 22:13:20 GMT', 0],
    ['Tue, 14 Nov 2023 22:23:20 GMT', 600_000],
    ['Tue, 14 Nov 2023 22:03:20 GMT', -600_000],
    ['yesterday', 0],
  ])('%s against 22:13:20.7 is %i ms', async (date, offset) => {
    const { client } = await against(dated(date));
    await client.currentUser();
    expect(client.clockOffsetMs()).toBe(offset);
  });

  it('stays as it is while it explains what is heard, however slow the calls are', async () => {
    const clock = manualClock(start);
    const date = new Date(start + 600_000).toUTCString();
    let takesMs = 0;
    const transport = async () => {
      clock.advance(takesMs);
      return dated(takesMs === 0 ? date : new Date(clock.now() + 600_000 - takesMs).toUTCString())();
    };
    const client = await makeClient({ clock, transport });
    await client.currentUser();
    const known = client.clockOffsetMs();
    for (takesMs of [100, 1500, 700, 4000]) {
      clock.advance(10_000);
      await client.currentUser();
      expect(client.clockOffsetMs()).toBe(known);
    }
  });

  /** Ms after a whole second at which the call is sent and answered, and the second that the answer names. */
  it.each([
    ['answered within the second it names', 0, 0, 0, 0],
    ['answered slowly, and written last', 0, 10_000, 10_000, 0],
    ['answered slowly, and written first', 400, 10_000, 0, 0],
    ['written before it was sent', 0, 0, -3000, -2000],
    ['written after it was heard', 0, 2000, 3_600_000, 3_600_000],
  ])('is not taken for wrong by the time that a call takes: %s', async (_, sent, heard, named, offset) => {
    const second = start - 700;
    const clock = manualClock(second + sent);
    const transport = async () => {
      clock.advance(heard - sent);
      return dated(new Date(second + named).toUTCString())();
    };
    const client = await makeClient({ clock, transport });
    await client.currentUser();
    expect(client.clockOffsetMs()).toBe(offset);
  });
});
