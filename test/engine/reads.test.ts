import { describe, expect, it, test } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { Client } from '../../src/client/client-type.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { AdviceInput } from '../../src/engine/advice.ts';
import { advise } from '../../src/engine/error-advice.ts';
import { nextTry, retryWords } from '../../src/engine/read-health.ts';
import { type Answer, createReads, nextTryIn, type ReadPorts } from '../../src/engine/reads.ts';

type More = { costs?: boolean; reason?: AdviceInput['reason'] };
const again = (status: number, times = 1, { costs = false, reason }: More = {}) => {
  const error: AdviceInput = { kind: 'http', endpoint: 'listInstances', status, reason };
  return nextTryIn(error, times, { everyMs: 20_000, slower: 1, random: () => 0.5, costs });
};

const refusals = [400, 401, 403, 404, 410, 422];

test.each(refusals)('C061 a %i that is no word of the service’s own ends no reading', (status) => {
  for (const reason of ['html', 'empty', 'not-json', 'fields'] as const) {
    expect(again(status, 1, { reason })).toBe(1_000);
    expect(again(status, 40, { reason })).toBe(60_000);
  }
});

test.each(refusals)(
  'C061 a real %i is asked again, at a growing distance, while something costs money',
  (status) => {
    expect([1, 2, 3, 40].map((times) => again(status, times, { costs: true }))).toEqual([
      30_000, 60_000, 120_000, 600_000,
    ]);
  },
);

test.each(refusals)('C061 a read that is refused with %i is not tried again', (status) => {
  expect(again(status)).toBeUndefined();
});

test.each([408, 444, 499, 500, 502, 503, 504])(
  'C061 one that ended with %i is, ever more rarely',
  (status) => {
    expect(again(status)).toBe(1_000);
    expect(again(status, 4)).toBe(8_000);
    expect(again(status, 40)).toBe(60_000);
  },
);

test('a search whose reply is too long is not asked again by itself: what to change is said', () => {
  const error: AdviceInput = { kind: 'shape', endpoint: 'searchOffers', reason: 'too-large' };
  const given = { everyMs: 60_000, slower: 1, random: () => 0.5 };
  expect(nextTryIn(error, 1, given)).toBeUndefined();
  expect(advise(error).next).toMatch(/^Lower the limit of the search/);
  expect(nextTry({ error }, 0, { verify: 'v', refresh: 'r' })).toBe('r asks again');
  // What a list holds changes by itself.
  expect(nextTryIn({ ...error, endpoint: 'listInstances' }, 1, given)).toBe(1_000);
});

test.each([
  [undefined, 'asking again'],
  [-5, 'asking again'],
  [0, 'asking again'],
  [999, 'asking again'],
  [1_000, 'retry in 1s'],
  [59_500, 'retry in 1m 0s'],
])('a read that is due in %s ms is told of as "%s", never in no time', (due, words) => {
  expect(retryWords(due === undefined ? undefined : 1_000_000 + due, 1_000_000)).toBe(words);
});

type Row = { id: number; price: number };
const failed = (status: number, more: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ kind: 'http', endpoint: 'listInstances', method: 'GET', path: '/', status, ...more });

/** A schedule on a clock that stands still, and a service that answers when it is told to. */
function service(ports: Partial<ReadPorts> = {}) {
  const clock = manualClock(3_600_000);
  const limits = { pausedMs: 0, slower: 1 };
  const sent: { key: string; signal: AbortSignal | undefined; end: (with_: unknown) => void }[] = [];
  const settled = () => new Promise<void>((next) => setImmediate(next));
  const reads = createReads({
    client: { limits: () => limits } as unknown as Client,
    ...{ clock, local: clock, random: () => 0.5 },
    ...{ asServices: (at) => at, asOwn: (at) => at },
    ...{ pace: (slower) => slower, costs: () => false, sessionOver: () => {} },
    ...ports,
  });
  return {
    ...{ clock, limits, reads, sent },
    look: (key: string, every: number | ((data: unknown) => number) = 20) =>
      reads.watch<unknown>(
        key,
        (_, { signal }) =>
          new Promise((resolve, reject) => {
            const end = (got: unknown) => (got instanceof Error ? reject(got) : resolve(got));
            sent.push({ key, signal, end });
          }),
        (data) => (typeof every === 'number' ? every : every(data)),
      ),
    /** The last read is answered. */
    async answer(got: unknown) {
      sent.at(-1)?.end(got);
      await settled();
    },
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 1) {
        clock.advance(1000);
        await settled();
      }
    },
  };
}

describe('the schedule', () => {
  it('makes one read of a key for all who look, at the shortest interval that one of them wants', async () => {
    const { look, answer, pass, sent } = service();
    look('instances', 60);
    const stop = look('instances', 10);
    look('instances', 0);
    expect(sent).toHaveLength(1);
    await answer([]);
    await pass(9);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
    await answer([]);
    stop();
    await pass(59);
    expect(sent).toHaveLength(2);
    await pass(1);
    expect(sent).toHaveLength(3);
  });

  it('goes by the data that is known, and rests where nobody looks', async () => {
    const { look, answer, pass, sent } = service();
    const stop = look('instance 1', (data) => (data === 'boots' ? 10 : 0));
    await answer('boots');
    await pass(10);
    expect(sent).toHaveLength(2);
    await answer('runs');
    await pass(100);
    expect(sent).toHaveLength(2);
    stop();
    look('instance 1', 10);
    await pass(1);
    expect(sent).toHaveLength(3);
  });

  it('does not read again what is younger than five seconds because somebody else looks at it', async () => {
    const { look, answer, pass, sent } = service();
    look('user')();
    await answer({ id: 1 });
    await pass(4);
    look('user')();
    await pass(2);
    expect(sent).toHaveLength(1);
    look('user');
    await pass(1);
    expect(sent).toHaveLength(2);
  });

  it('is made once for all who begin to look together, however quick the answer is', async () => {
    const { look, answer, pass, sent, clock } = service();
    look('volumes', 300);
    await answer(['old']);
    await pass(6);
    look('volumes', 300);
    clock.advance(0.5);
    look('volumes', 300);
    clock.advance(0.5);
    await pass(0);
    await answer(['new']);
    clock.advance(0.5);
    await answer(['new']);
    expect(sent).toHaveLength(2);
  });

  it('is as slow as its pace, and twice as slow as that with what the service asks for', async () => {
    const { look, answer, pass, sent, limits } = service({ pace: (slower) => 3 * slower });
    look('user', 10);
    await answer({ id: 1 });
    await pass(29);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
    limits.slower = 2;
    await answer({ id: 1 });
    await pass(59);
    expect(sent).toHaveLength(2);
    await pass(1);
    expect(sent).toHaveLength(3);
  });

  it('reads all once after the machine has slept, but for what is refused for good', async () => {
    const { look, answer, pass, sent, clock } = service();
    look('user', 300);
    await answer({ id: 1 });
    look('keys', 300);
    await answer(failed(403, { code: 'auth_error' }));
    clock.advance(31_000);
    await pass(1);
    expect(sent.map(({ key }) => key)).toEqual(['user', 'keys', 'user']);
  });

  it('tries a read that failed again ever more rarely, and keeps the data', async () => {
    const { look, answer, pass, sent, reads } = service();
    look('instances');
    await answer(['a row']);
    await pass(20);
    await answer(failed(500));
    expect(reads.data('instances')).toEqual(['a row']);
    expect(reads.error('instances')).toBeInstanceOf(ApiError);
    for (const [tries, seconds] of [1, 2, 4, 8].entries()) {
      expect(reads.dueMs('instances')).toBe(seconds * 1000);
      await pass(seconds);
      expect(sent).toHaveLength(tries + 3);
      await answer(failed(500));
    }
    await pass(16);
    await answer(['a row']);
    expect(reads.error('instances')).toBeUndefined();
    expect(reads.dueMs('instances')).toBe(20_000);
  });

  it('waits as long as a 429 says, and asks for nothing meanwhile', async () => {
    const { look, answer, pass, sent, reads, limits } = service();
    look('instances');
    await answer(failed(429, { retryAfterMs: 45_000 }));
    limits.pausedMs = 45_000;
    expect(reads.refreshAll().pausedMs).toBe(45_000);
    await pass(44);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
  });

  it('waits for a read that was asked for a moment ago, and gives up one that hangs', async () => {
    const { look, answer, pass, sent, reads } = service();
    look('instances');
    await pass(2);
    expect(reads.refreshAll().givenUpMs).toBeUndefined();
    expect(sent).toHaveLength(1);
    await pass(1);
    const asked = reads.refreshAll();
    expect(asked.givenUpMs).toBe(3_000);
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    sent[0]?.end(['late']);
    await pass(1);
    expect(reads.data('instances')).toBeUndefined();
    await answer(['second']);
    await asked.done;
    expect(reads.data('instances')).toEqual(['second']);
  });
});

describe('the window that is looked at again', () => {
  it('has read again what is old, once, and not what has come just now', async () => {
    const { look, answer, pass, reads, sent } = service();
    look('charges', 300);
    await answer({ rows: [] });
    await pass(3);
    look('user', 300);
    await answer({ id: 1 });
    await pass(4);
    reads.refreshOld();
    reads.refreshOld();
    expect(sent.map(({ key }) => key)).toEqual(['charges', 'user', 'charges']);
  });
});

describe('what is known', () => {
  it('tells each good answer as old as its asking, and of equal ones redraws nothing', async () => {
    const { look, answer, pass, reads, clock } = service();
    const answers: Answer[] = [];
    const shown: unknown[] = [];
    reads.onAnswer((_, one) => answers.push(one));
    reads.onShown((_, one) => shown.push(one));
    look('instances');
    const from = clock.now();
    await pass(2);
    await answer({ instances: [{ id: 1 }], missing: 1 });
    await pass(20);
    await answer({ instances: [{ id: 1 }], missing: 1 });
    expect(answers.map(({ askedAt }) => askedAt - from)).toEqual([0, 22_000]);
    expect(answers.map(({ whole }) => whole)).toEqual([false, false]);
    expect(answers[1]?.data).toBe(answers[0]?.data);
    expect(shown).toHaveLength(1);
    expect(reads.askedAt('instances')).toBe(from + 22_000);
    expect(reads.askedAtOwn('instances')).toBe(from + 22_000);
  });

  it('keeps the rows that say the same', async () => {
    const { look, answer, pass, reads } = service();
    look('instances');
    await answer([
      { id: 1, price: 1 },
      { id: 2, price: 2 },
    ]);
    const before = reads.data<Row[]>('instances');
    await pass(20);
    await answer([
      { id: 2, price: 2 },
      { id: 1, price: 3 },
    ]);
    const now = reads.data<Row[]>('instances');
    expect(now?.[0]).toBe(before?.[1]);
    expect(now?.[1]).toEqual({ id: 1, price: 3 });
  });

  it('believes no list that was asked for before a row was taken off it', async () => {
    const { look, answer, reads, sent } = service();
    look('instances');
    await answer([1, 2]);
    const asked = reads.refresh('instances');
    reads.change<number[]>('instances', (rows) => rows.filter((row) => row !== 1));
    expect(reads.data('instances')).toEqual([2]);
    await answer([1, 2]);
    expect(await asked).toBeUndefined();
    expect(reads.data('instances')).toEqual([2]);
    expect(sent).toHaveLength(2);
  });

  it('is refreshed with the answer, with that of the read in its place, or with nothing where none came', async () => {
    const { look, answer, reads, sent } = service();
    look('instances');
    await answer([1]);
    const first = reads.refresh('instances');
    const second = reads.refresh('instances');
    await answer([2]);
    expect(await first).toEqual([2]);
    expect(await second).toEqual([2]);
    const third = reads.refresh('instances');
    await answer(failed(500));
    expect(await third).toBeUndefined();
    expect(sent).toHaveLength(4);
  });

  it('is read by whoever looks next where it was to be refreshed while nobody looked', async () => {
    const { look, answer, pass, reads, sent } = service();
    look('keys')();
    await answer([1]);
    expect(await reads.refresh('keys')).toBeUndefined();
    expect(sent).toHaveLength(1);
    look('keys');
    await pass(1);
    expect(sent).toHaveLength(2);
  });

  it('hides no answer of this moment, though it sets the time of the service back', async () => {
    let ahead = 3_600_000;
    const { look, answer, pass, reads, clock } = service({ asServices: (at) => at + ahead });
    look('instances');
    await answer([1]);
    await pass(60);
    const before = reads.askedAt('instances') ?? 0;
    const asked = reads.refresh('instances');
    ahead = 0;
    await answer([1]);
    expect(await asked).toEqual([1]);
    expect(reads.askedAt('instances')).toBe(clock.now());
    expect(before).toBe(clock.now() - 60_000 + 3_600_000);
  });

  it('ends with its account: nothing is under way or read any more', async () => {
    const { look, pass, reads, sent } = service();
    look('instances');
    reads.dispose();
    expect(sent[0]?.signal?.aborted).toBe(true);
    sent[0]?.end([1]);
    await pass(100);
    expect(reads.data('instances')).toBeUndefined();
    expect(await reads.refresh('instances')).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it('tells of a two-factor session that is over, and goes on reading what watches money', async () => {
    let over = 0;
    const { look, answer, reads } = service({ costs: () => true, sessionOver: () => (over += 1) });
    look('instances');
    await answer(failed(401, { code: 'auth_error', reason: 'session-over' }));
    expect(reads.dueMs('instances')).toBe(30_000);
    look('keys');
    await answer(failed(403, { code: 'auth_error' }));
    expect(reads.dueMs('keys')).toBeUndefined();
    expect(over).toBe(1);
  });
});
