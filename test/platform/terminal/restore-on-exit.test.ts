import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { endSignals } from '../../../src/platform/terminal/ending-signals.ts';
import {
  type ProcessLike,
  type RestoreOnExitOptions,
  restoreOnExit,
} from '../../../src/platform/terminal/restore-on-exit.ts';

function fakeProcess(part: Partial<RestoreOnExitOptions> = {}) {
  const events: string[] = [];
  const emitter = new EventEmitter();
  const process = Object.assign(emitter, {
    pid: 42,
    kill: (pid: number, signal: string) => events.push(`kill ${pid} ${signal}`) > 0,
    exit: (code: number) => {
      events.push(`exit ${code}`);
      emitter.emit('exit', code);
    },
  }) as unknown as ProcessLike & EventEmitter;
  const guard = restoreOnExit({
    process,
    stop: () => events.push('stop'),
    restore: () => events.push('restore'),
    goodbye: () => 'bye',
    report: (error) => `report ${(error as Error).message}`,
    write: (text) => events.push(`write ${text}`),
    ...part,
  });
  return { process, events, guard };
}

const error = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

describe('the end of the process', () => {
  test('by itself restores once and says goodbye', () => {
    const { process, events } = fakeProcess();
    process.emit('exit', 0);
    process.emit('exit', 0);
    expect(events).toEqual(['stop', 'restore', 'write bye']);
  });

  test.each(endSignals)('C106 by %s cleans up first and then lets the signal end it', (signal) => {
    const { process, events } = fakeProcess();
    process.emit(signal, signal);
    expect(events).toEqual(['stop', 'restore', 'write bye', `kill 42 ${signal}`]);
    expect(process.listenerCount(signal)).toBe(0);
  });

  test('waits for what has the terminal, and ends then, however that went', async () => {
    for (const how of ['resolve', 'reject'] as const) {
      let others = { resolve: () => {}, reject: () => {} };
      const promise = new Promise<void>((resolve, reject) => {
        others = { resolve, reject };
      });
      const asked: string[] = [];
      const endOthers = (signal: string) => {
        asked.push(signal);
        return promise;
      };
      const { process, events } = fakeProcess({ endOthers });
      process.emit('SIGTERM', 'SIGTERM');
      expect([asked, events]).toEqual([['SIGTERM'], []]);
      others[how]();
      await new Promise((turn) => setImmediate(turn));
      expect(events).toEqual(['stop', 'restore', 'write bye', 'kill 42 SIGTERM']);
    }
  });

  test('by a bug or a lost terminal ends what has the terminal too, and waits for nothing', () => {
    const asked: string[] = [];
    const endOthers = (signal: string) => {
      asked.push(signal);
      return new Promise(() => {});
    };
    const bug = fakeProcess({ endOthers });
    bug.process.emit('uncaughtException', new Error('oops'));
    expect(bug.events.at(-1)).toBe('exit 70');
    const lost = fakeProcess({ endOthers });
    lost.process.emit('uncaughtException', error('EIO', 'read'));
    expect(lost.events.at(-1)).toBe('kill 42 SIGHUP');
    expect(asked).toEqual(['SIGTERM', 'SIGHUP']);
  });

  test.each(['uncaughtException', 'unhandledRejection'])('C111 by %s reports and exits with 70', (event) => {
    const { process, events } = fakeProcess();
    process.emit(event, new Error('oops'));
    expect(events).toEqual(['stop', 'restore', 'write report oops\nbye', 'exit 70']);
  });

  test('C111 a bug while a bug is reported still says that there is one, and the goodbye', () => {
    const report = () => {
      throw new Error('no report');
    };
    const { process, events } = fakeProcess({ report });
    process.emit('uncaughtException', new Error('oops'));
    const words = 'write The program has a bug and had to stop.\nbye';
    expect(events).toEqual(['stop', 'restore', words, 'exit 70']);
  });

  test('C109 every step is tried, whatever the others do', () => {
    const fail = () => {
      throw new Error('no');
    };
    const { process, events } = fakeProcess({ stop: fail, report: fail, goodbye: fail });
    process.emit('uncaughtException', new Error('oops'));
    const untold = 'What still runs and costs money could not be told. Look with: rigdeck instances\n';
    const words = `write The program has a bug and had to stop.\n${untold}`;
    expect(events).toEqual(['restore', words, 'exit 70']);
  });

  test('last words that cannot be made are said to be missing', () => {
    const goodbye = () => {
      throw new Error('a script of another version');
    };
    const { process, events } = fakeProcess({ goodbye });
    process.emit('exit');
    expect(events.at(-1)).toBe(
      'write What still runs and costs money could not be told. Look with: rigdeck instances\n',
    );
  });

  test.each([
    ['EIO', 'write'],
    ['EPIPE', 'write'],
    ['EIO', 'setRawMode'],
    ['EIO', 'read'],
    ['EIO', 'getWindowSize'],
    ['ENOTTY', 'getWindowSize'],
  ])('C109 a terminal that is gone (%s in %s) is no bug', (code, syscall) => {
    const { process, events } = fakeProcess();
    process.emit('uncaughtException', error(code, syscall));
    expect(events).toEqual(['stop', 'restore', 'write bye', 'kill 42 SIGHUP']);
  });

  test('another failing call is a bug', () => {
    const { process, events } = fakeProcess();
    process.emit('uncaughtException', error('ENOENT', 'open'));
    expect(events.at(-1)).toBe('exit 70');
  });

  test('C078 Ctrl+C is left to another program while it is held', () => {
    const { process, events, guard } = fakeProcess();
    const release = guard.holdInterrupt();
    process.emit('SIGINT', 'SIGINT');
    expect(events).toEqual([]);
    release();
    release();
    process.emit('SIGINT', 'SIGINT');
    expect(events.at(-1)).toBe('kill 42 SIGINT');
  });

  test('a signal that the deck answers itself goes no further', () => {
    const { process, events } = fakeProcess({ onSignal: (signal) => signal === 'SIGINT' });
    process.emit('SIGINT', 'SIGINT');
    expect(events).toEqual([]);
    process.emit('SIGTERM', 'SIGTERM');
    expect(events.at(-1)).toBe('kill 42 SIGTERM');
  });

  test('uninstalled, it hears nothing any more', () => {
    const { process, events, guard } = fakeProcess();
    guard.uninstall();
    process.emit('exit', 0);
    expect([events, process.eventNames()]).toEqual([[], []]);
  });
});
