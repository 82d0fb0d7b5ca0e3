import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type FreeKeys, freeKeys } from '../../scripts/free-keys.ts';
import { actions } from '../../src/engine/keymap.ts';
import { screens } from '../../src/screens/registry.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

const root = fileURLToPath(new URL('../..', import.meta.url));

it('knows which keys and which room of the key line are free on a screen', () => {
  const free = freeKeys();
  expect(free.map(({ screen }) => screen)).toEqual(Object.keys(screens));
  const { keys, line, room, places } = free.find(({ screen }) => screen === 'offers') as FreeKeys;
  for (const id of [...screens.offers.actions, 'app.help', 'rent.settle'] as const)
    for (const key of actions[id].keys) expect(keys).not.toContain(key);
  const frame = readFileSync(`${root}test/frames/offers-80x24.txt`, 'utf8');
  expect(frame.trimEnd().split('\n').at(-1)?.trim()).toBe(line);
  expect(room).toBe(80 - 1 - line.length);
  expect(places).toContain(actions['offer.rent'].footer);
  expect(free.find(({ screen }) => screen === 'rent')?.keys).toBeUndefined();
});

it('calls keys free that do nothing', async () => {
  const app = await openDeck();
  const keys = freeKeys().find(({ screen }) => screen === 'offers')?.keys ?? [];
  expect(keys.length).toBeGreaterThan(0);
  const before = [app.place(), app.said(), app.cursor('offers')];
  for (const key of keys) await app.type(key);
  expect([app.place(), app.said(), app.cursor('offers')]).toEqual(before);
  await app.type('j');
  expect(app.cursor('offers')).not.toBe(before[2]);
});

it('prints the sizes, the free keys and the files that run', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/shape.mjs', '--files'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^code bytes +\d+$/m);
  expect(stdout).toMatch(/^instances +\S+/m);
  const files = (name: string) =>
    stdout.split(new RegExp(`^files run by ${name} .*\n`, 'm'))[1]?.split(/\n(?! )/)[0] ?? '';
  for (const run of ['j', 'a poll', 'a stop by key', 'rigdeck stop ID']) {
    expect(files(run), run).toMatch(/^ {2}src\//);
    expect(files(run), run).not.toContain('src/sandbox/');
  }
  const file = (path: string) => `  src/${path}\n`;
  expect(files('j')).toContain(file('tui/list/list-state.ts'));
  expect(files('j')).not.toContain(file('client/transport.ts'));
  expect(files('a poll')).toContain(file('client/transport.ts'));
  expect(files('a poll')).not.toContain(file('tui/keys/strokes.ts'));
  expect(files('rigdeck stop ID')).not.toContain(file('deck.tsx'));
});
