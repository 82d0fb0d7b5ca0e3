import { expect, it, vi } from 'vitest';
import type { StyleName } from '../src/base/parts.ts';
import type { ActionId } from '../src/engine/keymap.ts';
import { makeTheme } from '../src/tui/theme/theme.ts';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import type { CellLook } from './support/screen.ts';

// Ink's colours are fixed when it is loaded; tests run without any otherwise.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '3';
});
simulatedTime();

/** A letter for what a colour means; the terminal's own is a point. */
const letters = {
  ...{ dim: 'd', rule: 'r', accent: 'a', match: 'm' },
  ...{ ok: 'o', busy: 'b', warn: 'w', bad: 'x' },
} as const satisfies Partial<Record<StyleName, string>>;

/** What each cell means by its colour; a capital, or # without a colour, stands on the ground of the row under the cursor. */
function meanings(cells: readonly CellLook[], theme: 'light' | 'dark'): string {
  const { styles } = makeTheme({ ascii: false, name: theme });
  const names = Object.keys(letters) as (keyof typeof letters)[];
  return cells
    .map(({ text, colour, inverse }) => {
      if (text === ' ') return inverse ? '#' : ' ';
      const name = names.find((one) => styles[one].color === colour);
      if (colour !== 'own' && name === undefined) return '?';
      if (name === undefined) return inverse ? '#' : '.';
      return inverse ? letters[name].toUpperCase() : letters[name];
    })
    .join('')
    .trimEnd();
}

/** What each cell is without colour: bold, dim, underlined, inverse, and both inverse and bold (i). */
const attributes = (cells: readonly CellLook[]): string =>
  cells
    .map(({ text, colour, bold, dim, inverse, underline }) => {
      if (text === ' ') return inverse ? '#' : ' ';
      if (colour !== 'own') return '?';
      if (inverse) return bold ? 'i' : '#';
      return underline ? 'u' : bold ? 'b' : dim ? 'd' : '.';
    })
    .join('')
    .trimEnd();

async function maps(app: TestDeck, theme: 'light' | 'dark' | 'mono'): Promise<string[]> {
  app.wear(theme);
  // The text of the frame stays as it was, so that nothing but time tells when it is drawn.
  await app.advance(100);
  const cells = app.terminal.screen.cells();
  return cells.map((line) => (theme === 'mono' ? attributes(line) : meanings(line, theme)));
}

it.each<[string, ActionId[], string]>([
  ['1x RTX', [], 'the offers'],
  ['train-a', ['app.instances'], 'the instances'],
  ['disk 40G', ['app.instances', 'list.filter'], 'an instance'],
  ['train-a', ['app.money'], 'what was charged'],
])('C063 what was read before a cut is drawn dim until it is read again: %s, %j', async (row, keys) => {
  const app = await openDeck({ world: { world: 'busy' }, rows: 50, theme: 'mono' });
  await app.press(...keys);
  if (keys.includes('list.filter')) {
    await app.type('train-a\r');
    await app.press('instance.open');
  }
  await app.advance(2_000);
  /** Whether every letter of the rows that hold it, but those under the cursor, is dim. */
  const isDim = () => {
    const cells = app.terminal.screen.cells();
    const at = app.frame().flatMap((line, y) => (line.includes(row) && !line.startsWith('▌') ? [y] : []));
    expect(at.length, app.text()).toBeGreaterThan(0);
    // What stands beside a list, below it here, is about the row under the cursor.
    const lines = at.slice(0, 2);
    return lines.every((y) => cells[y]?.filter(({ text }) => text.trim() !== '').every(({ dim }) => dim));
  };
  expect(isDim()).toBe(false);
  await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
  await app.press('app.refresh');
  await app.advance(40_000);
  expect(isDim()).toBe(true);
  await app.control('faults', undefined, 'DELETE');
  await app.advance(62_000);
  expect(isDim()).toBe(false);
});

it.each<[string, ActionId[], string]>([
  ['offers', ['list.down', 'list.mark'], '/3090\r'],
  ['instances', ['app.instances', 'list.bottom', 'list.mark'], ''],
  ['destroy-dialog', ['app.instances', 'instance.destroy'], ''],
  ['security', ['app.security'], ''],
  ['money', ['app.money'], ''],
  ['instance', ['app.instances', 'list.bottom', 'instance.open'], ''],
  ['rent', ['offer.rent'], ''],
  ['search', ['offers.search'], ''],
  ['groups', ['app.groups'], ''],
  ['copy', ['app.copy'], ''],
  ['palette', ['app.palette'], 'de'],
  ['help', ['app.help'], ''],
])('%s: the same meanings on light and on dark, and told by more than colour', async (name, keys, typed) => {
  const app = await openDeck({ world: { world: 'busy' } });
  await app.press(...keys);
  if (typed !== '') await app.type(typed);
  await app.idle();
  const light = await maps(app, 'light');
  expect(await maps(app, 'dark')).toEqual(light);
  const mono = await maps(app, 'mono');
  const lines = app.frame().flatMap((text, y) => [text, light[y], mono[y]]);
  await expect(`${lines.join('\n').trimEnd()}\n`).toMatchFileSnapshot(`frames/styles/${name}-80x24.txt`);
});
