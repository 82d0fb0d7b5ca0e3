import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { findLines, newLines } from '../../../src/engine/connect/log-tail.ts';
import {
  changesOf,
  lookAt,
  noLook,
  type WaitGoal,
  type WaitState,
  waitVerdict,
} from '../../../src/engine/instances/changes.ts';
import { commandFlaw, readLabel, removes } from '../../../src/engine/instances/rules.ts';

describe('a log that is read again', () => {
  it('gives what is new, whichever part of it each reading holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 10 }),
        fc.integer({ min: 1, max: 30 }),
        (old, more, tail) => {
          const numbered = [...old, ...more].map((line, index) => `${index} ${line}`);
          const before = numbered.slice(0, old.length).slice(-tail);
          const after = numbered.slice(-tail);
          const { fresh, gap } = newLines(before, after);
          const lost = before.length > 0 && after.length > 0 && more.length >= tail;
          expect(gap).toBe(lost);
          expect(fresh).toEqual(lost ? after : numbered.slice(old.length).slice(-tail));
        },
      ),
    );
  });

  it('tells lines that repeat from lines that are new', () => {
    expect(newLines(['x', 'x', 'x'], ['x', 'x', 'x'])).toEqual({ fresh: [], gap: false });
    expect(newLines(['a', 'x'], ['x', 'x'])).toEqual({ fresh: ['x'], gap: false });
    expect(newLines(['a'], [])).toEqual({ fresh: [], gap: false });
  });

  it('is searched with small letters standing for large ones', () => {
    const lines = ['Loss 2', 'ok', 'LOSS 3'];
    expect(findLines(lines, 'loss')).toEqual([0, 2]);
    expect(findLines(lines, 'LOSS')).toEqual([2]);
    expect(findLines(lines, '')).toEqual([]);
  });
});

describe('what a person types about an instance', () => {
  it('a label: trimmed, one line, at most 1024 characters, null for none', () => {
    expect(readLabel('  night run ')).toEqual({ ok: true, label: 'night run' });
    expect(readLabel('  ')).toEqual({ ok: true, label: null });
    expect(readLabel('😀'.repeat(1024)).ok).toBe(true);
    expect(readLabel('x'.repeat(1025))).toMatchObject({ ok: false, reason: expect.stringContaining('1025') });
    expect(readLabel('a\nb').ok).toBe(false);
  });

  it('a command: ls, rm and du, at most 512 characters', () => {
    for (const good of ['ls', ' ls -l /workspace', 'du -sh .', 'rm -r /workspace/tmp'])
      expect(commandFlaw(good)).toBeUndefined();
    for (const bad of ['', 'cat /etc/passwd', 'lsof', `ls ${'x'.repeat(512)}`])
      expect(commandFlaw(bad)).toMatch(/[Cc]ommand|SSH/);
    expect([removes('rm -r x'), removes(' rm x'), removes('ls rm'), removes('rmdir')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

const row = (actual_status: string | null, more: Partial<Instance> = {}): Instance => ({
  id: 5,
  actual_status,
  ...more,
});
type Look = Instance | null | undefined;
const after = (looks: readonly Look[], goal: WaitGoal = 'running') =>
  waitVerdict(
    looks.reduce<WaitState>((state, look) => lookAt(state, 5, look), noLook),
    goal,
  ).end;

describe('waiting for an instance', () => {
  it.each<[string, WaitGoal, Look[], string]>([
    ['boots', 'running', [row(null), row('loading')], 'not yet'],
    ['is up', 'running', [row(null), row('loading'), row('running')], 'reached'],
    ['C014 has crashed', 'running', [row('exited')], 'failed'],
    ['missed one heartbeat', 'running', [row('unknown')], 'not yet'],
    ['C014 missed three', 'running', [row('unknown'), row('offline'), row('unknown')], 'failed'],
    ['C015 is not on the list yet', 'running', [null, null], 'not yet'],
    ['C016 is on no list', 'running', [null, null, null], 'failed'],
    ['C016 never was', 'running', [undefined, undefined, undefined], 'unknown'],
    ['C016 never was', 'gone', [undefined, undefined, undefined], 'unknown'],
    ['was there before', 'gone', [row('running'), undefined, undefined, undefined], 'reached'],
    ['is late on the list', 'gone', [undefined, undefined, row('loading')], 'not yet'],
    ['C014 shows a word that nobody knows', 'running', [row('foo')], 'not yet'],
    ['was stopped', 'running', [row('exited', { intended_status: 'stopped' })], 'failed'],
    ['lost its bid', 'running', [row('stopped', { is_bid: true, intended_status: 'running' })], 'not yet'],
    ['is stopped', 'stopped', [row('running'), row('stopped')], 'reached'],
    ['is gone', 'gone', [row('running'), null, null, null], 'reached'],
    ['is there', 'gone', [row('exited'), row('exited')], 'not yet'],
  ])('that %s, for %s', (_, goal, looks, end) => {
    expect(after(looks, goal)).toBe(end);
  });
});

describe('changes of a list', () => {
  it('are what is new, gone or different, and no meters', () => {
    const one = row('loading', { label: 'a', gpu_util: 3 });
    expect(changesOf(undefined, [one])).toEqual([{ event: 'there', instance: one }]);
    expect(changesOf([one], [{ ...one, gpu_util: 99, uptime_mins: 4 }])).toEqual([]);
    const up = { ...one, actual_status: 'running', ssh_host: 'h' };
    expect(changesOf([one], [up])).toEqual([
      { event: 'changed', fields: ['actual_status', 'ssh_host'], instance: up },
    ]);
    const other = { ...one, id: 6 };
    expect(changesOf([one], [other])).toEqual([
      { event: 'gone', instance: one },
      { event: 'new', instance: other },
    ]);
  });
});
