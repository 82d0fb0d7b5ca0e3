import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { flawsOf, type LockEntry } from '../scripts/supply.mjs';

const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'));
const lock = read('package-lock.json') as { packages: Record<string, LockEntry> };
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };

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
