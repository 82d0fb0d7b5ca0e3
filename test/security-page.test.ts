import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runsInAll } from './fuzz/budget.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');
const page = read('docs/security.md');
const claims = [...page.matchAll(/^\| (.+?) \| `(test\/[^`]+)` <!-- (.+) --> \|$/gm)].map(
  ([, claim, file, name]) => ({
    ...{ claim: String(claim), file: String(file), name: String(name) },
  }),
);

it('docs/security.md names for each claim a test that is there', () => {
  expect(claims.length).toBeGreaterThan(30);
  expect(claims.length).toBe(page.match(/^\| .*test\//gm)?.length);
  const missing = claims.filter(
    ({ file, name }) =>
      !existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url))) || !read(file).includes(name),
  );
  expect(missing).toEqual([]);
});

it('says how many random inputs are tried', () => {
  expect(page).toContain(`tries ${runsInAll.toLocaleString('en')} random inputs`);
});

it('README leads to it', () => {
  expect(read('README.md')).toContain('(docs/security.md)');
});
