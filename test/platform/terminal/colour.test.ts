import { describe, expect, test } from 'vitest';
import {
  backgroundOf,
  type DisplayWishes,
  decideDisplay,
  withColourLevel,
} from '../../../src/platform/terminal/colour.ts';

const decide = (env: Record<string, string>, more: Partial<DisplayWishes> = {}) =>
  decideDisplay({ env, isTTY: true, platform: 'linux', ...more });
const level = (env: Record<string, string>, more: Partial<DisplayWishes> = {}) => decide(env, more).level;
const rich = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

describe('the colour level', () => {
  test.each([
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 3],
    [{ TERM: 'xterm-256color', COLORTERM: '24bit' }, 3],
    [{ TERM: 'tmux-256color' }, 2],
    [{ TERM: 'xterm' }, 1],
    [{ TERM: 'linux' }, 1],
    [{ TERM: 'xterm-kitty' }, 3],
    [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
    [{ TERM: 'vt100' }, 0],
    [{}, 0],
  ])('of a terminal with %j is %i', (env, expected) => {
    expect(level(env)).toBe(expected);
  });

  test('C094 NO_COLOR takes all colour away, unless it is empty', () => {
    expect(level({ ...rich, NO_COLOR: '1' })).toBe(0);
    expect(level({ ...rich, NO_COLOR: '' })).toBe(3);
  });

  test('each wish gives way to the one before it', () => {
    expect(level({ ...rich, FORCE_COLOR: '3' }, { color: 'never' })).toBe(0);
    expect(level({ NO_COLOR: '1', TERM: 'dumb' }, { color: 'always' })).toBe(1);
    expect(level({ ...rich, FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(1);
    expect(level({ ...rich, FORCE_COLOR: '0', CLICOLOR_FORCE: '1' })).toBe(0);
    expect(level({ ...rich, FORCE_COLOR: 'true', NO_COLOR: '1' })).toBe(3);
    expect(level({ ...rich, FORCE_COLOR: '', NO_COLOR: '1' })).toBe(0);
    expect(level({ ...rich, NO_COLOR: '1', CLICOLOR_FORCE: '1' })).toBe(0);
    expect(level({ TERM: 'xterm', CLICOLOR_FORCE: '1', CLICOLOR: '0' }, { isTTY: false })).toBe(1);
    expect(level({ ...rich, CLICOLOR: '0' })).toBe(0);
  });

  // Each row says what decides where everything below it would decide otherwise (ux.md row 44).
  const poor = { TERM: 'dumb', COLORTERM: 'truecolor' };
  test.each([
    ['--color=never', { ...rich, FORCE_COLOR: '3', CLICOLOR_FORCE: '1' }, 'never', 0],
    ['--color=always', { ...rich, FORCE_COLOR: '0', NO_COLOR: '1', CLICOLOR: '0' }, 'always', 3],
    ['FORCE_COLOR=0', { ...rich, FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, 'auto', 0],
    ['FORCE_COLOR=1', { ...rich, FORCE_COLOR: '1', NO_COLOR: '1', CLICOLOR: '0' }, 'auto', 1],
    ['FORCE_COLOR=2', { ...poor, FORCE_COLOR: '2', NO_COLOR: '1' }, 'auto', 2],
    ['FORCE_COLOR=3', { TERM: 'vt100', FORCE_COLOR: '3', NO_COLOR: '1' }, 'auto', 3],
    ['NO_COLOR', { ...rich, NO_COLOR: '0', CLICOLOR_FORCE: '1' }, 'auto', 0],
    ['CLICOLOR_FORCE', { ...rich, CLICOLOR_FORCE: '1', CLICOLOR: '0' }, 'auto', 3],
    ['CLICOLOR_FORCE on a dumb terminal', { ...poor, CLICOLOR_FORCE: '1' }, 'auto', 1],
    ['CLICOLOR_FORCE=0, which forces nothing', { ...rich, CLICOLOR_FORCE: '0', CLICOLOR: '0' }, 'auto', 0],
    ['CLICOLOR=0', { ...rich, CLICOLOR: '0' }, 'auto', 0],
    ['TERM=dumb, with a CLICOLOR=1 that changes nothing', { ...poor, CLICOLOR: '1' }, 'auto', 0],
    ['COLORTERM', { TERM: 'xterm', COLORTERM: 'truecolor' }, 'auto', 3],
    ['TERM', { TERM: 'xterm-256color' }, 'auto', 2],
  ] as const)('is decided by %s', (_, env, color, expected) => {
    expect(level(env, { color })).toBe(expected);
  });

  test('is 0 for a pipe, and CI does not change that of a terminal', () => {
    expect(level(rich, { isTTY: false })).toBe(0);
    expect(level({ ...rich, CI: '1' })).toBe(3);
  });

  test('is told to the colour library by FORCE_COLOR', () => {
    expect(decide(rich).forceColor).toBe('3');
    // Without it bold and inverse would go as well; the theme names no colours then.
    expect(decide({ ...rich, NO_COLOR: '1' })).toMatchObject({ level: 0, forceColor: '1' });
  });
});

test.each([
  [{}, {}],
  [{ NO_COLOR: '1' }, { NO_COLOR: '1' }],
  [{ FORCE_COLOR: '0' }, { FORCE_COLOR: '0' }],
  [
    { FORCE_COLOR: '', NO_COLOR: '1' },
    { FORCE_COLOR: '', NO_COLOR: '1' },
  ],
  [{ FORCE_COLOR: '2', NO_COLOR: '1' }, { FORCE_COLOR: '2' }],
])(
  'C094 the colour library is loaded with its level, and programs started later have the wishes %j',
  async (set, left) => {
    const env: Record<string, string | undefined> = { ...set };
    expect(await withColourLevel(env, '3', async () => ({ ...env }))).toEqual({ FORCE_COLOR: '3' });
    expect(env).toEqual(left);
    await expect(withColourLevel(env, '1', () => Promise.reject(new Error('not there')))).rejects.toThrow(
      'not there',
    );
    expect(env).toEqual(left);
  },
);

describe('the characters', () => {
  test.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'de_DE.utf8' }, true],
    [{ LANG: 'C' }, false],
    [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, false],
    [{ LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
    [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, false],
    [{}, true],
  ])('with %j may be more than ASCII: %s', (env, expected) => {
    expect(decide(env).unicode).toBe(expected);
  });

  test('are ASCII when asked for', () => {
    expect(decide({ LANG: 'en_US.UTF-8' }, { ascii: true }).unicode).toBe(false);
  });
});

test('C094 a dumb terminal is told from others', () => {
  expect(decide({ TERM: 'dumb' }).dumb).toBe(true);
  expect(decide({ TERM: 'xterm' }).dumb).toBe(false);
});

describe('the background of the terminal', () => {
  test.each([
    ['15;0', 'dark'],
    ['0;15', 'light'],
    ['0;default;15', 'light'],
    ['0;7', 'light'],
    ['15;8', 'dark'],
    ['15;default', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('with COLORFGBG %j is %s', (value, background) => {
    expect(backgroundOf(value === undefined ? {} : { COLORFGBG: value })).toBe(background);
  });
});
