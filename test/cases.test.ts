import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { casePage, idsIn, type TestFile } from '../scripts/case-page.ts';
import { chapters } from './cases.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests: TestFile[] = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const ids = chapters.flatMap(({ cases }) => Object.keys(cases));

describe('the cases', () => {
  it('are each in one chapter', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('C'))).toHaveLength(105);
  });

  it('each have a test that carries the id', () => {
    const held = new Set(tests.flatMap(({ text }) => [...idsIn(text)]));
    expect(ids.filter((id) => !held.has(id))).toEqual([]);
  });

  it('stand in docs/cases.md (npm run readme)', () => {
    expect(readFileSync(join(root, 'docs/cases.md'), 'utf8')).toBe(casePage(tests));
  });
});
