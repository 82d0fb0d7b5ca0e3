import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { Act, Agent } from '../../src/engine/agent.ts';
import { createDriver, type DriverPorts } from '../../src/engine/driver.ts';
import type { JournalEvent } from '../../src/engine/journal-events.ts';

type Terms = Record<'read' | 'answer' | 'send' | 'sent' | 'say' | 'ask' | 'input', string>;
const gone = (id: number) => ({ t: 'gone', id, at: 0 }) as const;

/** An agent that does what it is told, and remembers what it is told. */
const parrot = (lane: (n: number) => string = () => 'one'): Agent<readonly string[], Terms> => ({
  begin: (events, before = []) => [...before, `begins with ${events.length}`],
  step(state, event) {
    const heard =
      event.t === 'journal'
        ? `journal ${event.events.length}`
        : event.t !== 'done'
          ? event.t
          : 'ask' in event
            ? `ask ${event.ask} ${event.shown}`
            : 'read' in event
              ? `read ${event.read} ${event.answer}`
              : `send ${event.send} ${event.sent}`;
    const acts: Act<Terms>[] = event.t === 'input' ? JSON.parse(event.input) : [];
    return { state: [...state, heard], actions: acts.map((act, n) => ({ lane: lane(n), ...act })) };
  },
});

function driven(agent = parrot(), before?: readonly string[]) {
  const clock = manualClock(1_000_000);
  const log: string[] = [];
  const disk: { take(): void }[] = [];
  const lock = { held: true };
  const busy = new Set<number>();
  const bugs = { claim: false, note: false };
  const raise = (): never => {
    throw new Error('a bug');
  };
  const replies: (() => void)[] = [];
  let events: readonly JournalEvent[] = [];
  const shared: DriverPorts = {
    ...{ clock, local: clock, own: clock.now, readOnly: false },
    journal: {
      events: () => events,
      claim: async () =>
        bugs.claim ? raise() : lock.held ? { ok: true } : { ok: false, message: 'another' },
    },
    note: (event) =>
      new Promise<void>((resolve) => {
        if (bugs.note) raise();
        log.push(`note ${event.t}`);
        events = [...events, { ...event, base_url: 'u', key_id: 'k' }];
        disk.push({ take: resolve });
      }),
    holdsLock: () => lock.held,
    isBusy: (_, id) => busy.has(id),
  };
  const driver = createDriver(shared);
  const ifBug = (what: string) => {
    if (what === 'bug') throw new Error('a bug');
  };
  const one = driver.drive<readonly string[], Terms>(
    agent,
    {
      read: async (what) => {
        ifBug(what);
        return `answer to ${what}`;
      },
      send: (what) =>
        new Promise((resolve) => {
          ifBug(what);
          log.push(`send ${what}`);
          replies.push(() => resolve('done'));
        }),
      say: (what) => {
        ifBug(what);
        log.push(`say ${what}`);
      },
      ask: (what, answer) => {
        ifBug(what);
        log.push(`ask ${what}`);
        if (what === 'later') return false;
        answer(what === 'never' ? 'no' : 'yes');
        return true;
      },
    },
    before,
  );
  const tell = async (...acts: Act<Terms>[]) => {
    one.input(JSON.stringify(acts));
    await settled();
  };
  return { driver, one, log, disk, lock, busy, bugs, replies, clock, tell };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the driver of agents', () => {
  it('sends what follows a note only once that is on the disk', async () => {
    const { tell, log, disk, replies, one } = driven();
    await tell({ do: 'note', event: gone(1) }, { do: 'send', send: 'a' }, { do: 'say', say: 'b' });
    expect(log).toEqual(['note gone']);
    disk[0]?.take();
    await settled();
    expect(log).toEqual(['note gone', 'send a']);
    replies[0]?.();
    await settled();
    expect(log).toEqual(['note gone', 'send a', 'say b']);
    expect(one.state()).toEqual(['begins with 0', 'input', 'journal 1', 'send a done']);
  });

  it('lets no lane wait for another', async () => {
    const { tell, log } = driven(parrot((n) => (n < 2 ? 'one' : 'two')));
    await tell({ do: 'send', send: 'a' }, { do: 'say', say: 'after a' }, { do: 'say', say: 'b' });
    expect(log).toEqual(['say b', 'send a']);
  });

  it('claims the lock, then has the note of a send on the disk, and then sends', async () => {
    const { tell, log, disk, lock } = driven();
    const sends = (send: string) => tell({ do: 'send', send, note: gone(1) });
    lock.held = false;
    await sends('a');
    expect(log).toEqual([]);
    lock.held = true;
    await sends('b');
    expect(log).toEqual(['note gone']);
    disk[0]?.take();
    await settled();
    expect(log).toEqual(['note gone', 'send b']);
    const late = driven();
    await late.tell({ do: 'send', send: 'c', note: gone(1) });
    late.driver.dispose();
    late.disk[0]?.take();
    await settled();
    expect(late.log).toEqual(['note gone']);
    expect(late.one.state().at(-1)).toBe('send c undefined');
  });

  it('sends nothing while the instance is busy, also where it became so while the note was written', async () => {
    const { tell, log, disk, busy, one } = driven();
    const sends = (send: string) =>
      tell({ do: 'send', send, note: gone(1), unlessBusy: ['stopInstance', 7] });
    busy.add(7);
    await sends('a');
    expect(log).toEqual([]);
    expect(one.state().at(-1)).toBe('send a undefined');
    busy.clear();
    await sends('b');
    busy.add(7);
    disk[0]?.take();
    await settled();
    expect(log).toEqual(['note gone']);
    expect(one.state().at(-1)).toBe('send b undefined');
    await tell({ do: 'send', send: 'c', unlessBusy: ['stopInstance', 8] });
    expect(log).toEqual(['note gone', 'send c']);
  });

  it.each(['claim', 'note'] as const)('tells that nothing went out after a bug in %s', async (where) => {
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => {});
    const { tell, one, log, bugs } = driven();
    bugs[where] = true;
    await tell({ do: 'send', send: 'a', note: gone(1) });
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
    expect(log).toEqual([]);
    expect(one.state().at(-1)).toBe('send a undefined');
  });

  it('claims the lock before each send, and tells where it is lost that nothing went out', async () => {
    const { tell, log, lock, one } = driven();
    lock.held = false;
    await tell({ do: 'send', send: 'a' });
    expect(log).toEqual([]);
    expect(one.state().at(-1)).toBe('send a undefined');
  });

  it('tells what was read, what was asked and what a person answered', async () => {
    const { tell, one } = driven();
    await tell({ do: 'read', read: 'list' }, { do: 'ask', ask: 'later' }, { do: 'ask', ask: 'now' });
    await tell({ do: 'ask', ask: 'never' });
    expect(one.state().slice(2)).toEqual([
      ...['read list answer to list', 'ask later false', 'yes', 'ask now true'],
      ...['input', 'no', 'ask never true'],
    ]);
  });

  it('looks each full second once it is started, and no more when it is disposed of', async () => {
    const { driver, one, clock } = driven();
    const pass = async (ms: number) => {
      clock.advance(ms);
      await settled();
    };
    await pass(1000);
    expect(one.state()).toEqual(['begins with 0']);
    driver.start();
    await pass(1000);
    await pass(999);
    await pass(1);
    driver.answered({ key: 'instances', data: {}, askedAt: 0, whole: true });
    expect(one.state().slice(1)).toEqual(['tick', 'tick', 'read']);
    driver.dispose();
    await pass(3000);
    driver.answered({ key: 'instances', data: {}, askedAt: 0, whole: true });
    expect(one.state().slice(1)).toEqual(['tick', 'tick', 'read']);
  });

  it('begins nothing more once disposed of, and hears what became of a send that is out', async () => {
    const { driver, one, log, replies, tell } = driven();
    await tell({ do: 'send', send: 'a' }, { do: 'send', send: 'b' });
    driver.dispose();
    replies[0]?.();
    await settled();
    expect(log).toEqual(['send a']);
    expect(one.state().slice(2)).toEqual(['send a done']);
  });

  it('reports a bug in what it acts through as any that nobody catches, and goes on', async () => {
    const others = process.listeners('unhandledRejection');
    const bugs: unknown[] = [];
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => bugs.push(error));
    const { tell, one, log } = driven();
    await tell(
      ...([
        { do: 'say', say: 'bug' },
        { do: 'ask', ask: 'bug' },
        { do: 'read', read: 'bug' },
      ] as const),
      ...([
        { do: 'send', send: 'bug' },
        { do: 'say', say: 'after them' },
      ] as const),
    );
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
    expect(bugs).toEqual(Array(4).fill(new Error('a bug')));
    expect(one.state().slice(2)).toEqual(['ask bug false', 'read bug undefined', 'send bug undefined']);
    expect(log).toEqual(['say after them']);
    await tell({ do: 'say', say: 'the same lane again' });
    expect(log).toHaveLength(2);
  });

  it('begins from the journal and from what an earlier session of the run has left', () => {
    expect(driven(parrot(), ['before']).one.state()).toEqual(['before', 'begins with 0']);
  });
});
