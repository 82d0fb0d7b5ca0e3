import { describe, expect, test } from 'vitest';
import { manualClock } from '../../src/clock.ts';
import {
  askBackground,
  backgroundFromEnv,
  backgroundQuery,
  readBackground,
} from '../../src/terminal/background.ts';
import { fakeTerminal, settle } from '../support/fake-terminal.ts';

const ended = '\x1b[?64;1;2c';

describe('the answer of a terminal', () => {
  test.each([
    ['\x1b]11;rgb:0000/0000/0000\x07', 'dark'],
    ['\x1b]11;rgb:ffff/ffff/ffff\x1b\\', 'light'],
    ['\x1b]11;rgb:1e/1e/2e\x07', 'dark'],
    ['\x1b]11;rgb:fdf6/e3e3/0000\x07', 'light'],
    ['\x1b]11;rgba:0000/0000/8080/ffff\x07', 'dark'],
  ])('%j is %s', (reply, background) => {
    expect(readBackground(reply + ended, {})).toEqual({ background, complete: true, rest: '' });
  });

  test('pure white from tmux means that it does not know', () => {
    expect(
      readBackground(`\x1b]11;rgb:ffff/ffff/ffff\x07${ended}`, { TMUX: 'x' }).background,
    ).toBeUndefined();
  });

  test('what was typed meanwhile is kept apart', () => {
    const read = readBackground(`a\x1b]11;rgb:0000/0000/0000\x07b${ended}c`, {});
    expect(read).toEqual({ background: 'dark', complete: true, rest: 'abc' });
    expect(readBackground('\x1b]11;rgb:00', {}).complete).toBe(false);
  });
});

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;7', 'light'],
  ['12;8', 'dark'],
  ['', undefined],
  ['0;default', undefined],
])('COLORFGBG=%s means %s', (value, background) => {
  expect(backgroundFromEnv({ COLORFGBG: value })).toBe(background);
});

describe('asking', () => {
  const ask = (env: Record<string, string> = {}) => {
    const terminal = fakeTerminal();
    const clock = manualClock(0);
    let asked = '';
    const write = (text: string) => {
      asked += text;
    };
    const answer = askBackground({ stdin: terminal.stdin, write, env, waitMs: 200, sleep: clock.sleep });
    return { terminal, clock, answer, asked: () => asked };
  };

  test('C102 the answer is taken in, and what was typed is left for the deck', async () => {
    const { terminal, answer, asked } = ask();
    expect(asked()).toBe(backgroundQuery);
    terminal.type('q\x1b]11;rgb:ffff/ffff/ff');
    terminal.type(`ff\x07${ended}`);
    expect(await answer).toBe('light');
    expect(terminal.stdin.rawHistory).toEqual([true, false]);
    expect(terminal.stdin.listenerCount('data')).toBe(0);
    expect(String(terminal.stdin.read())).toBe('q');
  });

  test('a silent terminal is waited for no longer than said; then the environment decides', async () => {
    const { clock, answer } = ask({ COLORFGBG: '0;15' });
    await settle();
    clock.advance(200);
    expect(await answer).toBe('light');
  });
});
