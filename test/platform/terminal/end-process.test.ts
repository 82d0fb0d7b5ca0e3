import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endProcess, terminalsNow } from '../../../src/platform/terminal/end-process.ts';

/** A process that writes down how it ended. */
function dying(had: readonly number[], there: readonly number[]) {
  const seen: string[] = [];
  const process = Object.assign(new EventEmitter(), {
    pid: 7,
    exit: (code: number) => void seen.push(`exit ${code}`),
    kill: (pid: number, signal: string) =>
      void seen.push(`${signal} to ${pid}, ${process.listenerCount('SIGHUP')} hear it`),
  });
  process.on('SIGHUP', () => {});
  process.on('exit', () => void seen.push('lock given back'));
  endProcess(process as never, 3, had, (fd) => there.includes(fd));
  return seen;
}

test('a process that has its terminals, or never had one, exits', () => {
  expect(dying([0, 1], [0, 1])).toEqual(['exit 3']);
  expect(dying([], [])).toEqual(['exit 3']);
  expect(terminalsNow((fd) => fd > 0)).toEqual([1, 2]);
});

test('C106 a process whose terminal is gone ends by SIGHUP, its locks given back, and not by an abort of Node', () => {
  expect(dying([0, 1], [0])).toEqual([
    'lock given back',
    'SIGHUP to 7, 0 hear it',
    'SIGKILL to 7, 0 hear it',
  ]);
});
