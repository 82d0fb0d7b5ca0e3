import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Spawn } from '../../../src/platform/terminal/child.ts';
import { startProgram } from '../../../src/platform/terminal/start-program.ts';
import { watchLoop } from '../../../src/platform/terminal/watchdog.ts';
import { runs } from '../../support/runs.ts';
import { describeIf } from '../../support/strict.ts';

const patienceMs = 60_000;
const slow = { timeout: 150_000 };
const endings = { own: 'the screen is back\n', lent: 'the other one is gone\n' };

type Watched = {
  program: ChildProcess & { pid: number };
  /** Gives a sign of life, and waits for the shell to take it. */
  sign(): void;
  guard: ChildProcess & { pid: number };
  /** What was written to the terminal, which is a file here: a terminal that is gone is no terminal either. */
  written(): string;
};

/** A program that is watched, and gave a sign of life once. */
async function watched(script: string, { lent = false } = {}): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'rigdeck-watchdog-'));
  const program = spawn(process.execPath, ['-e', `console.log(1);${script}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(program.stdout, 'data');
  let guard: ChildProcess | undefined;
  const keeping: Spawn = (...call) => {
    guard = startProgram(...call);
    return guard;
  };
  let sign = () => {};
  const io = {
    spawn: keeping,
    platform: process.platform,
    pid: program.pid as number,
    fd: openSync(join(folder, 'terminal'), 'w+'),
    sleep: () =>
      new Promise<void>((resolve) => {
        sign = resolve;
      }),
    endings,
    lent: () => lent,
  };
  void watchLoop(io, new AbortController().signal);
  onTestFinished(() => {
    program.kill('SIGKILL');
    guard?.stdin?.destroy();
    rmSync(folder, { recursive: true });
  });
  return {
    program: program as Watched['program'],
    guard: guard as unknown as Watched['guard'],
    sign: () => sign(),
    written: () => readFileSync(join(folder, 'terminal'), 'utf8'),
  };
}

const end = async ({ program }: Watched) => {
  if (program.signalCode === null) await once(program, 'exit');
  return program.signalCode;
};

/** Nothing of the shell and of what it started runs any more. */
const gone = ({ guard }: Watched) =>
  expect
    .poll(
      () => {
        try {
          return process.kill(-guard.pid, 0);
        } catch {
          return false;
        }
      },
      { timeout: patienceMs },
    )
    .toBe(false);

const endless = 'for (;;);';
const allocating = 'for (let kept = []; ; kept.push({})) if (kept.length > 1e6) kept = [];';
const idle = 'setInterval(() => {}, 100);';

describeIf(process.platform === 'win32' ? 'no such shell' : undefined)(
  'a program without a sign of life',
  () => {
    test('is ended while it computes; stopped, idle, or with signs of life it goes on', slow, async () => {
      const living = await Promise.all([watched(endless), watched(endless), watched(idle)]);
      const [signing, stopped, waiting] = living;
      stopped.program.kill('SIGSTOP');
      const beats = setInterval(signing.sign, 500);
      onTestFinished(() => clearInterval(beats));
      // These begin last: when they are over, all others had as long.
      const hung = await Promise.all([watched(endless), watched(allocating, { lent: true })]);
      expect(await Promise.all(hung.map(end))).toEqual(['SIGKILL', 'SIGKILL']);
      expect(hung.map(({ written }) => written())).toEqual([endings.own, endings.lent]);
      await Promise.all(hung.map(gone));
      expect(living.map(({ program, guard }) => [runs(program.pid), runs(guard.pid)])).toEqual(
        living.map(() => [true, true]),
      );
      stopped.program.kill('SIGCONT');
      expect(await end(stopped)).toBe('SIGKILL');
      expect([signing, waiting].map(({ program }) => runs(program.pid))).toEqual([true, true]);
      expect([signing, waiting].map(({ written }) => written())).toEqual(['', '']);
    });
  },
);

describeIf(process.platform === 'win32' ? 'no such shell' : undefined)('the shell that watches', () => {
  test('is gone, with all it started, when the program it hears from is', slow, async () => {
    const left = await watched(idle);
    expect(runs(left.guard.pid)).toBe(true);
    left.guard.stdin?.destroy();
    await gone(left);
    expect(left.written()).toBe('');
    expect(runs(left.program.pid)).toBe(true);
  });
});
