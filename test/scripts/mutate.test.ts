import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { diffOf, findTests, mutated, mutationsOf, type Parse, pickMutants } from '../../scripts/mutations.ts';
import { filesOf } from '../../scripts/shape.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parse = parseAst as Parse;
const src = filesOf('src', root);

const text = `import { a } from './a.ts';
/** 汉字 === 1 */
type T = { on: true; many: 1 | 2 };
export const says = (n: number): string => 'a === b';
export function mayGo(list: readonly T[], at: number): boolean {
  if (list.length > 1 && at >= 60_000) note('at > 1');
  return list.some(({ on }) => on === true);
}
`;

describe('a fault', () => {
  it('is one small change of a line that does something', () => {
    const made = mutationsOf(text, 'src/a.ts', parse).map((one) => {
      const [, after] = diffOf(text, one);
      return `${one.line} ${after?.slice(2).trim()}`;
    });
    expect(made.sort()).toEqual(
      [
        "6 if (!(list.length > 1 && at >= 60_000)) note('at > 1');",
        "6 if (list.length > 1 || at >= 60_000) note('at > 1');",
        "6 if (list.length >= 1 && at >= 60_000) note('at > 1');",
        "6 if (list.length > 2 && at >= 60_000) note('at > 1');",
        "6 if (list.length > 1 && at > 60_000) note('at > 1');",
        "6 if (list.length > 1 && at >= 120000) note('at > 1');",
        '6 if (list.length > 1 && at >= 60_000) void 0;',
        '7 return undefined as never;',
        '7 return list.every(({ on }) => on === true);',
        '7 return list.some(({ on }) => on !== true);',
        '7 return list.some(({ on }) => on === false);',
      ].sort(),
    );
  });

  it('leaves a file of the source that can be read, other than it was', () => {
    for (const { path, text: whole } of src.filter((one) => one.path.startsWith('src/engine/auto-stop/')))
      for (const one of mutationsOf(whole, path, parse)) {
        const after = mutated(whole, one);
        expect(after, path).not.toBe(whole);
        expect(() => parse(after, { lang: 'ts' }), diffOf(whole, one).join('\n')).not.toThrow();
      }
  });
});

it('picks the same lines for the same seed, each once', () => {
  const files = src.filter(({ path }) => path.startsWith('src/engine/instances/'));
  const picked = (seed: number) =>
    pickMutants(files, { count: 40, seed, parse }).map((one) => `${one.path}:${one.line} ${one.what}`);
  expect(picked(7)).toEqual(picked(7));
  expect(picked(7)).not.toEqual(picked(8));
  expect(new Set(picked(7).map((one) => one.split(' ')[0])).size).toBe(40);
});

it('asks the tests of the folder, then those that name what the file does', () => {
  const find = findTests([...src, ...filesOf('test', root)]);
  const { own, related } = find('src/engine/auto-stop/when.ts');
  expect(own).toContain('test/engine/auto-stop/when.test.ts');
  expect(related).toContain('test/flows/limits.test.tsx');
  expect(related.filter((file) => /^test\/(?:pty|soak|matrix)/.test(file))).toEqual([]);
});
