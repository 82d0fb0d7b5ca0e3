import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  askBackground,
  backgroundFrom,
  backgroundQuestion,
  patienceOf,
} from '../../../src/platform/terminal/background.ts';
import { fakeIn, settle } from '../../support/fake-terminal.ts';

/** A terminal that says `chunks` when it is asked, and a wait that ends by `pass`. */
function ask(chunks: readonly string[], env: Record<string, string> = {}) {
  const stdin = fakeIn();
  const process = new EventEmitter();
  const stop = new AbortController();
  const written: string[] = [];
  let pass = () => {};
  const asked = askBackground({
    stdin,
    write: (text) => {
      written.push(text);
      for (const chunk of chunks) stdin.push(chunk, 'utf8');
    },
    env,
    sleep: (_, signal) =>
      new Promise((done, fail) => {
        pass = done;
        signal.addEventListener('abort', () => fail(new Error('ended')));
      }),
    signal: stop.signal,
    process: process as unknown as NodeJS.Process,
  });
  /** What a reader such as Ink is given, once there is one. */
  const read: string[] = [];
  const listen = async () => {
    stdin.setEncoding('utf8');
    stdin.on('readable', () => {
      for (let chunk = stdin.read(); chunk !== null; chunk = stdin.read()) read.push(chunk);
    });
    await settle();
  };
  return { asked, stdin, process, stop, written, read, listen, pass: () => pass() };
}
const kind = '\x1b[?62;22c';

describe('the terminal is asked for its background', () => {
  test.each([
    ['dark', ['\x1b]11;rgb:1e1e/1e1e/1e1e\x07', kind]],
    ['light', ['\x1b]11;rgb:ffff/ffff/ffff\x1b\\', kind]],
    ['light', [`\x1b]11;rgb:fd/f6/e3\x1b\\${kind}`]],
    ['light', ['\x1b]11;rgb:ffff/ff', 'ff/ffff\x1b', '\\\x1b[?6', '2c']],
    ['dark', [`\x1b]11;#000000\x07${kind}`]],
    [undefined, [kind]],
    [undefined, [`\x1b]11;nothing\x07${kind}`]],
  ] as const)('and is %s by %j', async (background, chunks) => {
    const { asked, written, read, listen } = ask(chunks);
    expect(await asked.answer).toBe(background);
    expect(written).toEqual([backgroundQuestion]);
    asked.passOn();
    await listen();
    expect(read).toEqual([]);
  });

  test('and one that says nothing is waited for no longer than the wait, with raw keys left to the next reader', async () => {
    const { asked, stdin, process, pass } = ask([]);
    await settle();
    pass();
    expect(await asked.answer).toBe(undefined);
    asked.passOn();
    expect(stdin.rawHistory).toEqual([true]);
    expect(process.listenerCount('exit')).toBe(0);
  });

  test('and what was typed meanwhile goes to the reader that comes, whole and in its order, without the reply', async () => {
    const { asked, stdin, read, listen } = ask(['j', `k\x1b]11;rgb:0/0/0\x07\x1b[B`, `${kind}\x03`]);
    expect(await asked.answer).toBe('dark');
    asked.passOn();
    stdin.push('é', 'utf8');
    await settle();
    await listen();
    expect(read.join('')).toBe('jk\x1b[B\x03é');
    stdin.push('x', 'utf8');
    await settle();
    expect(read.join('')).toBe('jk\x1b[B\x03éx');
  });

  test('C102 and a reply that comes after the wait, but before the reader, is swallowed all the same', async () => {
    const { asked, stdin, pass, read, listen } = ask([]);
    await settle();
    pass();
    expect(await asked.answer).toBe(undefined);
    asked.passOn();
    stdin.push(`\x1b]11;rgb:0/0/0\x07${kind}y`, 'utf8');
    await settle();
    await listen();
    expect(read.join('')).toBe('y');
  });

  test('and a reply that is there when the wait ends still counts', async () => {
    const { asked, stdin, pass } = ask([]);
    await settle();
    stdin.push(`\x1b]11;rgb:0/0/0\x07${kind}`, 'utf8');
    pass();
    expect(await asked.answer).toBe('dark');
  });

  test('C113 and a signal ends the wait; stopping, or an exit in the midst of it, gives the keyboard back', async () => {
    const stopped = ask([]);
    stopped.stop.abort();
    expect(await stopped.asked.answer).toBe(undefined);
    const given = stopped.asked.stop();
    // What it answers now would be typed into the shell.
    await settle();
    expect(stopped.stdin.rawHistory).toEqual([true]);
    stopped.stdin.push(kind, 'utf8');
    await given;
    expect(stopped.stdin.rawHistory).toEqual([true, false]);
    const ended = ask([]);
    ended.process.emit('exit');
    expect(ended.stdin.rawHistory).toEqual([true, false]);
  });

  test('and has longer for it over SSH', () => {
    expect([patienceOf({}), patienceOf({ SSH_TTY: '/dev/pts/1' })]).toEqual([200, 1000]);
  });
});

test.each([
  ['rgb:ffff/ffff/ffff', {}, 'light'],
  ['rgb:ffff/ffff/ffff', { TMUX: '/tmp/tmux' }, undefined],
  ['rgb:fafa/fafa/fafa', { TMUX: '/tmp/tmux' }, 'light'],
  ['rgb:0000/2b2b/3636', { TMUX: '/tmp/tmux' }, 'dark'],
  ['rgba:ffff/ffff/ffff/ffff', {}, 'light'],
  ['rgb:f/f/f', {}, 'light'],
  ['rgb:8080/0000/8080', {}, 'dark'],
  ['', {}, undefined],
] as const)('the reply %j with %j is %s', (reply, env, background) => {
  expect(backgroundFrom(reply, env)).toBe(background);
});
