import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { casePage, mutated } from '../../scripts/case-page.ts';
import { caseIds, cases, foundIds, holdsOf } from './index.ts';

const holds = cases.flatMap(holdsOf);
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the cases', () => {
  it('are all there, each once and in their order', () => {
    expect(cases.map(({ id }) => id)).toEqual([...caseIds, ...foundIds]);
    expect(caseIds).toHaveLength(105);
  });

  it('each have a test of that name, which carries the id', () => {
    const wrong = holds.filter(({ id, test: [file, name] }) => {
      // A name that holds a quote stands there between others.
      const text = read(`test/${file}`);
      return !name.includes(id) || !["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
    });
    expect(wrong.map(({ id, test }) => [id, ...test])).toEqual([]);
  });

  it('each hang by something that stands in its source once', () => {
    const wrong = holds.flatMap((one) => {
      try {
        return mutated(read(one.source), one) === read(one.source) ? [`${one.id}: nothing would change`] : [];
      } catch (error) {
        return [String(error)];
      }
    });
    expect(wrong).toEqual([]);
  });

  it('stand in docs/cases.md (npm run readme)', () => {
    expect(read('docs/cases.md')).toBe(casePage());
  });
});
