import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ofAProcess } from './of-a-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
const { folders, files: apart } = ofAProcess;
const folder = (file: string) => file.split('/')[0] as string;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** What is loaded once and then serves one test file after another. */
const shared = files.filter((file) => !folders.includes(folder(file)) && !apart.includes(file));
const support = files.filter((file) => folder(file) === 'support' && !isTest(file));
const having = (among: string[], what: RegExp) =>
  among.filter((file) => what.test(readFileSync(join(root, file), 'utf8')));

describe('the tests that share a process', () => {
  it('leave it as it is', () => {
    expect(shared.filter(isTest).length).toBeGreaterThan(200);
    const changes =
      /process\.env(\.\w+|\[[^\]]+\]) =[^=]|delete process\.env|process\.(chdir|on|once)\(|vi\.stub|vi\.mock/;
    expect(having(shared, changes), 'name it in test/support/of-a-process.ts').toEqual([]);
  });

  it('load no hooks: those of a module that is loaded once are those of the first file alone', () => {
    const hooks = /^(before|after)(Each|All)\(/m;
    const loaded = [...shared.filter((file) => !isTest(file)), ...support];
    expect(having(loaded, hooks), 'export a function that registers them').toEqual([]);
  });

  it('are told from the others by files that are there', () => {
    expect(apart.filter((file) => !files.includes(file))).toEqual([]);
  });
});
