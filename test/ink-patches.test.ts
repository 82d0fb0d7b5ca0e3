import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { frameUpdate } from '../scripts/frame-update/index.ts';
import { inkPatches } from '../scripts/ink-patches.mjs';

const untouched = pathToFileURL(`${process.cwd()}/node_modules/string-width/index.js`).href;
/** What Ink lays the texts of a frame into. */
const layer = `${process.cwd()}/node_modules/ink/build/output.js`;
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...'ab ·…→↓│─━▌▓░●◐○◌⏎▲▼▶◆◇✓✗✕⧗⊘›•█▁╌⠋',
        '\u0301',
        '\ufe0f',
        '日',
        '👨‍👩‍👧',
        '\x1b[1m',
        '\x1b[38;5;81m',
        '⌚',
        '▶️',
        '❤',
        '🇩🇪',
      ),
    )
    .map((parts) => parts.join('')),
);

test('a text is as wide as without the changes of the build, measured once or again', async () => {
  const { default: measured } = (await import(/* @vite-ignore */ untouched)) as {
    default: typeof stringWidth;
  };
  expect(stringWidth).not.toBe(measured);
  fc.assert(
    fc.property(text, (t) => {
      expect([stringWidth(t), stringWidth(t)]).toEqual([measured(t), measured(t)]);
    }),
    { numRuns: 2000 },
  );
});

type Layer = new (size: {
  width: number;
  height: number;
}) => {
  write(x: number, y: number, text: string, options: { transformers: readonly unknown[] }): void;
  clip(clip: Record<string, number | undefined>): void;
  unclip(): void;
  get(): { output: string };
};

const [width, height] = [12, 4];
const transformers = [
  [],
  [(line: string) => `\x1b[1m${line}\x1b[22m`],
  [(line: string, index: number) => `${index}${line}`],
];
const edge = fc.option(fc.integer({ min: -1, max: width }), { nil: undefined });
const write = fc.record({
  x: fc.integer({ min: -3, max: width }),
  y: fc.integer({ min: -1, max: height }),
  text: fc.oneof(
    text,
    fc.constantFrom('row', 'one\ntwo', '\x1b[31mred\nand more\x1b[39m', 'a line that is long'),
  ),
  transformed: fc.nat(transformers.length - 1),
  clip: fc.option(fc.record({ x1: edge, x2: edge, y1: edge, y2: edge }), { nil: undefined }),
});

/** A module of Ink as a build changes it; `change` is a word of what is changed in it. */
async function own<T>(entry: string, change: string): Promise<T> {
  const built = await build({
    ...{ entryPoints: [entry], bundle: true, write: false, format: 'esm', platform: 'node' },
    plugins: inkPatches,
  });
  const code = built.outputFiles?.[0]?.text ?? '';
  expect(code).toContain(change);
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { default: T }).default;
}

const ownLayer = () => own<Layer>(layer, 'rowAtOnce');

test('texts are joined as without the changes of the build, whatever a layout cannot bear in them', async () => {
  const joiner = `${process.cwd()}/node_modules/ink/build/squash-text-nodes.js`;
  type Join = (node: { nodeName: string; childNodes: readonly unknown[] }) => string;
  const ours = await own<Join>(joiner, 'bearable');
  const { default: theirs } = (await import(/* @vite-ignore */ pathToFileURL(joiner).href)) as {
    default: Join;
  };
  const piece = fc.oneof(
    text,
    fc.constantFrom('\t', '\r\n', '\x1b[m', '\x1b[4:3m', '\x1b[2J', '\x9b1m', 'abc'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (texts) => {
      const childNodes = texts.map((nodeValue) => ({ nodeName: '#text', nodeValue }));
      expect(ours({ nodeName: 'ink-text', childNodes })).toBe(theirs({ nodeName: 'ink-text', childNodes }));
    }),
    { numRuns: 500 },
  );
});

test('frames that follow each other are laid out as without the changes of the build', async () => {
  const Own = await ownLayer();
  const { default: Theirs } = (await import(/* @vite-ignore */ pathToFileURL(layer).href)) as {
    default: Layer;
  };
  const drawn = (
    Output: Layer,
    frame: readonly (typeof write extends fc.Arbitrary<infer T> ? T : never)[],
  ) => {
    const output = new Output({ width, height });
    for (const { x, y, text, transformed, clip } of frame) {
      if (clip !== undefined) output.clip(clip);
      output.write(x, y, text, { transformers: transformers[transformed] ?? [] });
      if (clip !== undefined) output.unclip();
    }
    return output.get().output;
  };
  const frames = fc
    .tuple(
      fc.array(write, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(fc.nat(7), { maxLength: 8 }), { maxLength: 3 }),
    )
    .map(([writes, picks]) => [writes, ...picks.map((pick) => pick.flatMap((at) => writes[at] ?? []))]);
  fc.assert(
    fc.property(frames, (following) => {
      for (const frame of following) expect(drawn(Own, frame)).toBe(drawn(Theirs, frame));
    }),
    { numRuns: 150 },
  );
});

test('what takes texts apart into clusters is not made before a text needs it', async () => {
  const parts = ['string-width', 'slice-ansi', 'wrap-ansi', '@alcalzone/ansi-tokenize'];
  const { outputFiles } = await build({
    stdin: {
      contents: parts.map((part) => `export * as ${part.replace(/\W/g, '')} from '${part}';`).join('\n'),
      resolveDir: process.cwd(),
    },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', plugins: inkPatches },
    banner: { js: 'const Intl = globalThis.withoutIntl;' },
  });
  const asked: unknown[] = [];
  const Segmenter = class extends Intl.Segmenter {
    constructor(...given: ConstructorParameters<typeof Intl.Segmenter>) {
      super(...given);
      asked.push(given);
    }
  };
  Object.assign(globalThis, { withoutIntl: { Segmenter } });
  const code = encodeURIComponent(outputFiles?.[0]?.text ?? '');
  const loaded = await import(/* @vite-ignore */ `data:text/javascript,${code}`);
  Reflect.deleteProperty(globalThis, 'withoutIntl');
  expect(loaded.stringwidth.default('⏎ rent · ? help')).toBe(15);
  expect(loaded.alcalzoneansitokenize.tokenize('\x1b[1m1 Offers · ⠋\x1b[22m')).toHaveLength(14);
  expect(asked).toEqual([]);
  expect(loaded.stringwidth.default('日本')).toBe(4);
  expect(asked).toHaveLength(1);
});

test('C092 what draws is pinned to the version that was measured', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { devDependencies = {}, dependencies = {} } = JSON.parse(text) as Record<
    string,
    Record<string, string>
  >;
  const all = { ...devDependencies, ...dependencies };
  for (const name of ['ink', 'react', 'swr'])
    expect([name, all[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});

test('C092 what 20,000 different frames leave behind is what one leaves behind', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const Own = await ownLayer();
  let before: readonly string[] = Array<string>(height).fill('');
  const draw = (from: number, to: number) => {
    for (let frame = from; frame < to; frame += 1) {
      const output = new Own({ width, height });
      for (let y = 0; y < height; y += 1) output.write(0, y, `${frame} of ${y}`, { transformers: [] });
      const lines = output.get().output.split('\n');
      frameUpdate(before, lines);
      before = lines;
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const warm = draw(0, 2000);
  expect(draw(2000, 22_000) - warm).toBeLessThan(1_000_000);
});

test('whoever hides the cursor writes nothing to standard error as the process ends', async () => {
  const hides = `import cliCursor from 'cli-cursor'; cliCursor.hide({ isTTY: true, write() {} });`;
  const said = async (plugins: typeof inkPatches) => {
    const { outputFiles } = await build({
      ...{ stdin: { contents: hides, resolveDir: `${process.cwd()}/node_modules/ink` }, plugins },
      ...{ write: false, bundle: true, format: 'cjs', platform: 'node' },
    });
    return spawnSync(process.execPath, ['-'], { input: outputFiles[0]?.text, encoding: 'utf8' }).stderr;
  };
  expect(await said([])).toBe('\x1b[?25h');
  expect(await said(inkPatches)).toBe('');
});

test('of 20,000 texts that were measured and broken hardly any is held', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const both = `export { default as measure } from './measure-text.js'; export { default as wrap } from './wrap-text.js';`;
  const { outputFiles } = await build({
    ...{
      stdin: { contents: both, resolveDir: `${process.cwd()}/node_modules/ink/build` },
      plugins: inkPatches,
    },
    ...{ write: false, bundle: true, format: 'esm', platform: 'node' },
  });
  const { measure, wrap } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
  )) as { measure(text: string): unknown; wrap(text: string, width: number, how: string): string };
  const held = (from: number, to: number) => {
    for (let count = from; count < to; count += 1) {
      const text = `${count} `.repeat(20);
      measure(text);
      wrap(text, 30, 'truncate');
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const warm = held(0, 500);
  expect(held(500, 20_500) - warm).toBeLessThan(500_000);
});
