/** How the program is parted into scripts: what lies in which, and when each is loaded. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleApart, type Plan } from '../scripts/split.mjs';

type Script = Record<string, () => Record<string, (...given: number[]) => unknown>>;

/** A program of these files, in which the names of scripts that were loaded are noted. */
async function parted(files: Readonly<Record<string, string>>, change: Partial<Plan> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'rigdeck-split-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const plan = { entry: 'src/entry.ts', first: [], later: {}, shared: 'shared', everywhere: [], ...change };
  const options: BuildOptions & { absWorkingDir: string } = {
    ...{ absWorkingDir: dir, bundle: true, plugins: [], supported: { 'dynamic-import': false } },
    format: 'cjs',
    platform: 'node',
    // A plan that is refused is what some tests expect.
    logLevel: 'silent',
  };
  const texts = await bundleApart(plan, options, async (more) => {
    const { outputFiles = [] } = await build({ ...options, ...more, write: false });
    return outputFiles[0]?.text ?? '';
  });
  const loaded: string[] = [];
  const scripts = new Map<string, Script>();
  const part = (name: string, module: string): unknown => {
    let script = scripts.get(name);
    if (script === undefined) {
      loaded.push(name);
      const module = { exports: {} as Script };
      new Function('require', 'module', 'exports', 'part', texts[name] as string)(
        require,
        module,
        module.exports,
        part,
      );
      script = module.exports;
      scripts.set(name, script);
    }
    return script[module]?.();
  };
  const entry = () => part('program', 'src/entry.ts') as ReturnType<Script[string]>;
  return { texts, loaded, entry };
}

/** In which scripts a sign of the source stands. */
const holding = (texts: Record<string, string>, sign: string) =>
  Object.keys(texts).filter((name) => texts[name]?.includes(sign));

const files = {
  'src/entry.ts': `import { draw } from './screen.ts'; import { now } from './now.ts';
    export const open = (n) => draw(n); export const first = () => now();`,
  'src/now.ts': `export const now = () => 'sign of now';`,
  'src/screen.ts': `import { row } from './row.ts'; import { now } from './now.ts';
    export const draw = (n) => row(n) + ' sign of screen ' + now();`,
  'src/row.ts': `export const row = (n) => 'sign of row ' + n;`,
};

describe('the program in scripts', () => {
  it('has with a later module what that alone leads to, and all else with what every run needs', async () => {
    const { texts } = await parted(files, { later: { screens: ['src/screen.ts'] } });
    expect(holding(texts, 'sign of row')).toEqual(['screens']);
    expect(holding(texts, 'sign of screen')).toEqual(['screens']);
    expect(holding(texts, 'sign of now')).toEqual(['program']);
  });

  it('loads a script when something of it is used, not when it is imported, and once', async () => {
    const { entry, loaded } = await parted(files, { later: { screens: ['src/screen.ts'] } });
    const { open, first } = entry();
    expect(first?.()).toBe('sign of now');
    expect(loaded).toEqual(['program']);
    expect([open?.(1), open?.(2)]).toEqual([
      'sign of row 1 sign of screen sign of now',
      'sign of row 2 sign of screen sign of now',
    ]);
    expect(loaded).toEqual(['program', 'screens']);
  });

  it('has what two later scripts need in the one that is always there, or else in one of its own', async () => {
    const two = {
      ...files,
      'src/entry.ts': `import { draw } from './screen.ts'; import { list } from './list.ts';
        export const open = (n) => draw(n); export const show = (n) => list(n);`,
      'src/list.ts': `import { row } from './row.ts'; export const list = (n) => 'sign of list ' + row(n);`,
    };
    const later = { screens: ['src/screen.ts'], lists: ['src/list.ts'] };
    const apart = await parted(two, { later });
    expect(holding(apart.texts, 'sign of row')).toEqual(['shared']);
    const { open, show } = apart.entry();
    expect([open?.(1), show?.(2)]).toEqual([
      'sign of row 1 sign of screen sign of now',
      'sign of list sign of row 2',
    ]);
    const { texts } = await parted(two, { later: { ...later, account: later.lists, lists: [] } });
    expect(holding(texts, 'sign of row')).toEqual(['account']);
  });

  it('has what is imported later in the first script only where the plan says so', async () => {
    const late = {
      ...files,
      'src/entry.ts': `export const open = async (n) => (await import('./screen.ts')).draw(n);`,
    };
    const stays = await parted(late, { first: ['src/screen.ts'] });
    expect(holding(stays.texts, 'sign of screen')).toEqual(['program']);
    const goes = await parted(late);
    expect(holding(goes.texts, 'sign of screen')).toEqual(['shared']);
    expect(await goes.entry().open?.(3)).toBe('sign of row 3 sign of screen sign of now');
  });

  it.each<[string, Partial<Plan>]>([
    ['first', { first: ['src/gone.ts'] }],
    ['later', { later: { screens: ['src/screen.ts', 'src/gone*.ts'] } }],
  ])('is not made by a plan that names %s what is not there', async (_, change) => {
    await expect(parted(files, change)).rejects.toThrow(/no module of the program is src\/gone/);
  });

  it.each<[string, string, RegExp]>([
    ['a default export alone', 'export default (n) => n;', /src\/screen\.ts has a default export alone/],
    [
      'no exports of the new kind',
      'module.exports = { draw: (n) => n };',
      /whoever imports it, not whoever uses it/,
    ],
  ])('is not made where a later module has %s, which nobody could wait for', async (_, text, wrong) => {
    const entry = `import draw from './screen.ts'; export const open = (n) => draw(n);`;
    const given = { 'src/entry.ts': entry, 'src/screen.ts': text };
    await expect(parted(given, { later: { screens: ['src/screen.ts'] } })).rejects.toThrow(wrong);
  });
});
