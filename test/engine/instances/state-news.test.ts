import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { type BootSeen, seePoll } from '../../../src/engine/instances/boot.ts';
import { stateNews } from '../../../src/engine/instances/changes.ts';

type Row = Partial<Instance>;

/** What is told of one machine over these looks, look by look. */
function told(looks: readonly Row[], asked: readonly number[] = []): string[][] {
  let seen: ReadonlyMap<number, BootSeen> = new Map();
  return looks.map((look) => {
    const rows = [{ id: 7, label: 'box', actual_status: null, ...look } as Instance];
    const before = seen;
    seen = seePoll(before, rows, { ran: new Set(), stopped: new Set(asked) });
    return stateNews(before, seen, rows, new Set(asked)).map(({ event, text }) => `${event}: ${text}`);
  });
}
const is = (actual_status: string | null, more: Row = {}): Row => ({ actual_status, ...more });
const flat = (looks: readonly Row[], asked: readonly number[] = []) => told(looks, asked).flat();

describe('what became of a machine', () => {
  it('is nothing at first sight, whatever its state', () => {
    for (const status of [null, 'loading', 'running', 'exited', 'offline', 'stopped'])
      expect(told([is(status)])).toEqual([[]]);
  });

  it('is told when it runs, and when it runs again', () => {
    expect(told([is(null), is('loading'), is('running'), is('running')])).toEqual([
      [],
      [],
      ['running: box is running'],
      [],
    ]);
    expect(flat([is('running'), is('offline'), is('running')])).toEqual([
      'offline: box went offline: its host is disconnected',
      'running: box is running again',
    ]);
  });

  it('is a failed boot before it has run, and a crash after that', () => {
    expect(flat([is('loading'), is('exited')])).toEqual([
      expect.stringMatching(/^boot-failed: box failed to boot.*exited/),
    ]);
    expect(flat([is('running'), is('exited')])).toEqual(['crashed: box crashed: its container exited']);
  });

  it('is a lost heartbeat after three looks in a row, once', () => {
    expect(told([is('running'), ...Array(5).fill(is('unknown'))])).toEqual([
      [],
      [],
      [],
      [expect.stringMatching(/^offline: box .*heartbeat/)],
      [],
      [],
    ]);
  });

  it('is a stop only when nobody has asked for it here', () => {
    const stopped = is('stopped', { intended_status: 'stopped' });
    expect(flat([is('running'), stopped])).toEqual([
      expect.stringMatching(/^stopped: box was stopped .*not from here/),
    ]);
    expect(flat([is('running'), stopped], [7])).toEqual([]);
  });

  it('is a lost bid, or a GPU that is not free', () => {
    const lost = is('stopped', { intended_status: 'running', is_bid: true });
    expect(flat([is('running', { is_bid: true }), lost])).toEqual([
      expect.stringMatching(/^outbid: box was outbid.*resumes/),
    ]);
    const waits = is('stopped', { intended_status: 'running', is_bid: false });
    expect(flat([is('running', { is_bid: false }), waits])).toEqual([
      expect.stringMatching(/^stopped: box was stopped: no free GPU/),
    ]);
  });
});
