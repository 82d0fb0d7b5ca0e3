import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../src/platform/files/make-folder.ts';

function home(): string {
  const path = mkdtempSync(join(tmpdir(), 'rigdeck-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('makes a folder and what is missing above it, for the user alone; one that is there stays as it is', () => {
  const path = join(home(), 'a', 'b', 'c');
  makeFolder(path);
  for (const one of [path, join(path, '..'), join(path, '../..')])
    expect(statSync(one).mode & 0o777).toBe(0o700);
  const open = join(home(), 'open');
  mkdirSync(open);
  const { mode } = statSync(open);
  makeFolder(open);
  expect(statSync(open).mode).toBe(mode);
});

test('says why where a file stands in the way', () => {
  const file = join(home(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow('ENOTDIR');
});

// A folder that answers to every name that there is none, and takes none.
test.runIf(existsSync('/proc/self'))('ends where a folder is there that takes none', () => {
  expect(() => makeFolder('/proc/rigdeck/deep')).toThrow('ENOENT');
});
