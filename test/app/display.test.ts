import { describe, expect, test } from 'vitest';
import { deckDisplay, takenBackground } from '../../src/app/display.ts';
import type { ThemeName } from '../../src/base/theme-colours.ts';
import type { Config } from '../../src/platform/config/config-keys.ts';

const rich = { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' };
function shown(
  flags: { color?: 'never' | 'always'; theme?: ThemeName; ascii?: boolean },
  config: Partial<Config>,
  env: Record<string, string>,
) {
  const chosen = deckDisplay(flags, { keys: {}, ...config }, { env: { ...rich, ...env }, platform: 'linux' });
  if (!chosen.ok) throw new Error(`there is no ${chosen.wrong}`);
  return chosen.display;
}

describe('how the deck is drawn', () => {
  test('a theme of a flag wins over that of the variable, and that over config.toml', () => {
    expect(shown({}, {}, {}).theme).toBe('auto');
    expect(shown({}, { theme: 'light' }, {}).theme).toBe('light');
    expect(shown({}, { theme: 'light' }, { RIGDECK_THEME: '' }).theme).toBe('light');
    expect(shown({}, { theme: 'light' }, { RIGDECK_THEME: 'dark' }).theme).toBe('dark');
    expect(shown({ theme: 'mono' }, { theme: 'light' }, { RIGDECK_THEME: 'dark' }).theme).toBe('mono');
  });

  test('a theme that there is not is told by its name', () => {
    const of = (RIGDECK_THEME: string) =>
      deckDisplay({}, { keys: {} }, { env: { RIGDECK_THEME }, platform: 'linux' });
    expect(of('drak')).toEqual({ ok: false, wrong: 'drak' });
    expect(of('constructor').ok).toBe(false);
  });

  test('colours of config.toml are those that Ink takes', () => {
    const { colours } = shown({}, { colours: { ok: 28, bad: '#A00', sel: 'bright-blue' } }, {});
    expect(colours).toEqual({ ok: 'ansi256(28)', bad: '#aa0000', sel: 'blueBright' });
  });

  test.each([
    ['auto', {}, true],
    ['high-contrast', {}, true],
    ['color-blind', {}, true],
    ['light', {}, false],
    ['dark', {}, false],
    ['ansi', {}, false],
    ['mono', {}, false],
    ['auto', { NO_COLOR: '1' }, false],
    ['auto', { TERM: 'dumb' }, false],
    ['auto', { TERM: 'linux', COLORTERM: '' }, false],
    ['auto', { CI: '1' }, true],
  ] as const)('%s with %j asks for the background: %s', (theme, env, asks) => {
    expect(shown({ theme }, {}, env).asks).toBe(asks);
  });

  test.each([
    ['light', 'dark', 'auto', 'light'],
    [undefined, 'dark', 'auto', 'dark'],
    [undefined, undefined, 'auto', undefined],
    [undefined, undefined, 'light', 'light'],
    [undefined, undefined, 'high-contrast', undefined],
  ] as const)(
    'asked %s, by the variable %s, in theme %s: the background is %s',
    (asked, named, theme, taken) => {
      expect(takenBackground(asked, named, theme)).toBe(taken);
    },
  );
});
