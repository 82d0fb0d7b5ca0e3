import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCommandHistory } from '../../../src/platform/files/command-history.ts';
import { tempFolder } from './temp-folder.ts';

const kept = (path: string) => vi.waitFor(() => JSON.parse(readFileSync(path, 'utf8')) as unknown);

test('commands are there again after a restart, in a file with a version that only its owner reads', async () => {
  const path = join(tempFolder(), 'commands.json');
  (await openCommandHistory(path)).keep(['stop train-a', 'offers']);
  expect(await kept(path)).toEqual({ version: 1, commands: ['stop train-a', 'offers'] });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await openCommandHistory(path)).list()).toEqual(['stop train-a', 'offers']);
});

test('a file of a newer rigdeck is left alone, and commands last for the run', async () => {
  const path = join(tempFolder(), 'commands.json');
  const newer = '{"version":9,"commands":["a"]}';
  writeFileSync(path, newer);
  const history = await openCommandHistory(path);
  expect(history.list()).toEqual([]);
  history.keep(['offers']);
  expect(history.list()).toEqual(['offers']);
  expect(readFileSync(path, 'utf8')).toBe(newer);
});

test('without a folder commands last for the run', async () => {
  const history = await openCommandHistory(undefined);
  history.keep(['offers']);
  expect(history.list()).toEqual(['offers']);
});
