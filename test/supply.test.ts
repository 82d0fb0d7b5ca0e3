import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flawsOf, type LockEntry } from '../scripts/supply.mjs';

const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'));
const lock = read('package-lock.json') as { packages: Record<string, LockEntry> };
type Wanted = Record<string, string>;
const own = read('package.json') as {
  allowScripts: Record<string, boolean>;
  dependencies?: Wanted;
  devDependencies: Wanted;
  optionalDependencies: Wanted;
};
const { allowScripts } = own;

describe('the lockfile', () => {
  it('holds the fingerprint of every package, names no host, and lets no install script run', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(flawsOf(lock, allowScripts)).toEqual([]);
  });

  it.each<[string, LockEntry, RegExp]>([
    ['no fingerprint', { integrity: '' }, /no sha512/],
    ['a weak fingerprint', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /no sha512/],
    ['a place', { resolved: 'https://mirror.example.com/a.tgz' }, /names where/],
    ['a licence that nobody has judged', { license: 'MIT AND GPL-3.0' }, /licence MIT AND GPL-3\.0/],
    ['no licence', { license: undefined as never }, /licence none/],
    ['an install script', { hasInstallScript: true }, /runs a script/],
  ])('with %s is told apart from a good one', (_, change, flaw) => {
    const good = { integrity: `sha512-${'A'.repeat(86)}==`, license: '(GPL-2.0 OR MIT)' };
    const of = (entry: LockEntry) => flawsOf({ packages: { '': {}, 'node_modules/a': entry } });
    expect(of(good)).toEqual([]);
    expect(of({ ...good, ...change })).toEqual([expect.stringMatching(flaw)]);
  });
});

describe('what is installed', () => {
  it('is of one version each, the one that the lockfile holds', () => {
    const wanted = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
    expect(Object.keys(wanted).length).toBeGreaterThan(20);
    const locked = Object.keys(wanted).map((name) => {
      const entry = lock.packages[`node_modules/${name}`] as LockEntry & { name?: string; version: string };
      return [name, entry.name === undefined ? entry.version : `npm:${entry.name}@${entry.version}`];
    });
    expect(wanted).toEqual(Object.fromEntries(locked));
  });

  it('runs no script of its own in a checkout, whatever npm would do', () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    // npm keeps its cache and logs in the home that it is given.
    const home = mkdtempSync(join(tmpdir(), 'rigdeck-npm-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const before = readdirSync(root);
    const env = { PATH: process.env.PATH, HOME: home };
    const asked = ['config', 'get', 'ignore-scripts'];
    expect(execFileSync('npm', asked, { cwd: root, env, encoding: 'utf8' }).trim()).toBe('true');
    expect(readdirSync(root)).toEqual(before);
  });
});
