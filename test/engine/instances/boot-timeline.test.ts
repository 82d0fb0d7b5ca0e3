import { expect, test } from 'vitest';
import { bootTimeline } from '../../../src/engine/instances/boot.ts';

const minute = 60_000;
const boot = {
  rentedAt: 0,
  seen: [
    { status: null, at: 3000 },
    { status: 'loading', at: 50_000 },
    { status: 'loading', at: 60_000 },
  ],
};

test('each stage has its own time', () => {
  expect(bootTimeline(boot, 151_000)).toEqual({
    stages: [
      { name: 'rented', state: 'done', at: 0, ms: 3000 },
      { name: 'provisioning', state: 'done', at: 3000, ms: 47_000 },
      { name: 'loading', state: 'current', at: 50_000, ms: 101_000 },
      { name: 'running', state: 'ahead' },
    ],
    elapsedMs: 151_000,
    pace: 'usual',
  });
});

test('it ends when it runs, and its time stands still then', () => {
  const ran = { ...boot, seen: [...boot.seen, { status: 'running', at: 100_000 }] };
  const timeline = bootTimeline(ran, 20 * minute);
  expect(timeline.stages.at(-1)).toEqual({ name: 'running', state: 'done', at: 100_000 });
  expect(timeline).toMatchObject({ elapsedMs: 100_000, pace: 'usual' });
  expect(timeline).not.toHaveProperty('hint');
});

test('a stage that was never seen is passed all the same', () => {
  const { stages } = bootTimeline({ rentedAt: 0, seen: [{ status: 'running', at: 9000 }] }, 9000);
  expect(stages.map((stage) => stage.state)).toEqual(['done', 'done', 'done', 'done']);
  expect(stages[0]).toEqual({ name: 'rented', state: 'done', at: 0, ms: 9000 });
});

test('C017 after 5 minutes it hints, after 10 it warns, and nothing more', () => {
  expect(bootTimeline(boot, 5 * minute - 1).pace).toBe('usual');
  const slow = bootTimeline(boot, 5 * minute);
  expect(slow.pace).toBe('slow');
  expect(slow.hint).toMatch(/1 to 5 min/);
  const late = bootTimeline(boot, 12 * minute);
  expect(late).toMatchObject({ pace: 'late', elapsedMs: 12 * minute });
  expect(late.hint).toMatch(/1 to 5 min/);
  expect(late).not.toHaveProperty('failed');
});

test('C014 it ends with the state that never runs', () => {
  const failed = {
    ...boot,
    seen: [...boot.seen, { status: 'offline', at: 70_000 }, { status: 'offline', at: 80_000 }],
  };
  expect(bootTimeline(failed, 90_000)).toMatchObject({ failed: 'offline', elapsedMs: 70_000 });
});

test('one missed heartbeat that mends is no failure', () => {
  const mended = {
    ...boot,
    seen: [...boot.seen, { status: 'unknown', at: 70_000 }, { status: 'loading', at: 80_000 }],
  };
  expect(bootTimeline(mended, 90_000)).not.toHaveProperty('failed');
});

test('one that is started again boots anew, from its start', () => {
  const seen = [
    ...boot.seen,
    { status: 'running', at: 100_000 },
    { status: 'stopped', at: 40 * minute },
    { status: 'offline', at: 55 * minute },
    { status: 'loading', at: 60 * minute },
  ];
  const again = bootTimeline({ ...boot, seen }, 61 * minute);
  expect(again).toMatchObject({ again: true, elapsedMs: minute, pace: 'usual' });
  expect(again.stages.find(({ name }) => name === 'loading')).toMatchObject({ state: 'current', ms: minute });
  expect(again.stages.at(-1)).toEqual({ name: 'running', state: 'ahead' });
  const late = bootTimeline({ ...boot, seen }, 72 * minute);
  expect(late.pace).toBe('late');
  const ran = [...seen, { status: 'running', at: 62 * minute }];
  expect(bootTimeline({ ...boot, seen: ran }, 80 * minute)).toMatchObject({
    elapsedMs: 2 * minute,
    pace: 'usual',
  });
});

test('silence while it boots begins no second boot', () => {
  const seen = [...boot.seen, { status: 'offline', at: 70_000 }, { status: 'loading', at: 80_000 }];
  expect(bootTimeline({ ...boot, seen }, 90_000)).toMatchObject({ elapsedMs: 90_000 });
  expect(bootTimeline({ ...boot, seen }, 90_000)).not.toHaveProperty('again');
});
