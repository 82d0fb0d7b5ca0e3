import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inkPatches, testBundle, testBundles } from '../../scripts/ink-patches.mjs';
import { warm } from '../../scripts/warm.mjs';
import { program, shortLived } from './program.ts';

/** Where the built program stands for the tests of this run; below node_modules, so that keytar is found. */
const outdir = fileURLToPath(
  new URL(`../../node_modules/.cache/rigdeck-test-${process.pid}`, import.meta.url),
);

/**
 * Builds the program once before the tests, since some of them run it. They find it through `program.ts`. Ink is bundled
 * for them as the program has it: with its changes, and in one file, which is loaded quicker than a hundred.
 */
export async function setup(): Promise<void> {
  // Each project of vitest.config.ts asks for it.
  if (process.env.RIGDECK_TEST_PROGRAM !== undefined) return;
  const { outputFiles } = await build({
    write: false,
    entryPoints: testBundles,
    outdir: dirname(testBundle('ink')),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['react', 'react/jsx-runtime'],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as inkRequire } from 'node:module'; const require = inkRequire(import.meta.url);",
    },
    plugins: inkPatches,
    logLevel: 'warning',
  });
  mkdirSync(dirname(testBundle('ink')), { recursive: true });
  for (const { path, contents } of outputFiles) {
    // Another run of the tests may be reading the one before.
    const next = `${path}.${process.pid}`;
    writeFileSync(next, contents);
    renameSync(next, path);
  }
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--quiet', '--outdir', outdir], {
    encoding: 'utf8',
  });
  if (built.status !== 0) process.env.RIGDECK_TEST_BUILD_ERROR = built.stderr.slice(0, 4000);
  process.env.RIGDECK_TEST_PROGRAM = `${outdir}/rigdeck.js`;
  // Tests start it a thousand times.
  if (built.status === 0) await Promise.all([[], shortLived].map((flags) => warm(program(), flags)));
}

export function teardown(): void {
  rmSync(outdir, { recursive: true, force: true });
}
