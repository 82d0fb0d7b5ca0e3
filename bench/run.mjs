#!/usr/bin/env node
/**
 * Measures and writes what it measured into bench/results.json and docs/performance.md.
 *
 *   npm run bench [-- GROUP…] [-- --quick]     all groups unless some are named; --quick keeps nothing
 *   npm run bench:report                       only the page, from what was measured before
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleSource, importSource } from '../scripts/bundle-source.mjs';
import { barePatches } from '../scripts/ink-patches.mjs';
import { warm } from '../scripts/warm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const quick = flags.includes('--quick');
const { merged, resultLines, resultTables } = await importSource('bench/report.ts', 'bench-report');
const { groups } = await importSource('bench/result.ts', 'bench-result');
const { fillBlocks } = await importSource('scripts/markdown.ts', 'markdown');
const resultsFile = `${root}bench/results.json`;
const kept = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '{}'));

async function writePage() {
  const page = `${root}docs/performance.md`;
  await writeFile(page, fillBlocks(await readFile(page, 'utf8'), { 'bench-results': resultTables(kept) }));
}

/** Programs to compare with, bundled as ours is. */
async function buildBare(folder) {
  const outdir = join(folder, 'bare');
  await build({
    absWorkingDir: root,
    entryPoints: { ink: 'bench/bare/ink.tsx', ansi: 'bench/bare/ansi.ts' },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as bareRequire } from 'node:module'; const require = bareRequire(import.meta.url);",
    },
    plugins: barePatches,
    logLevel: 'warning',
  });
  // Modules of the old kind start quicker; ours is one.
  const node = join(outdir, 'node.cjs');
  await build({ absWorkingDir: root, entryPoints: ['bench/bare/node.ts'], outfile: node, format: 'cjs' });
  return {
    node,
    ink: join(outdir, 'ink.mjs'),
    ansi: join(outdir, 'ansi.mjs'),
  };
}

async function measureAll(folder) {
  const program = join(folder, 'program', 'rigdeck.js');
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet', '--outdir', join(folder, 'program')], {
    cwd: root,
    stdio: 'inherit',
  });
  await warm(program);
  let homes = 0;
  const { mkdirSync } = await import('node:fs');
  const tools = {
    program,
    bare: await buildBare(folder),
    node: process.execPath,
    tempHome() {
      homes += 1;
      const home = join(folder, `home-${homes}`);
      mkdirSync(home);
      return home;
    },
    log: (line) => console.error(`  ${line}`),
    quick,
  };
  const measures = (await readdir(`${root}bench`))
    .map((name) => /^measure-([a-z]+)[a-z-]*\.tsx?$/.exec(name))
    .filter((match) => match !== null)
    .filter(([, group]) => asked.length === 0 || asked.includes(group))
    .sort(([, a], [, b]) => groups.indexOf(a) - groups.indexOf(b));
  // Programs that a measurement starts lie beside it.
  for (const name of await readdir(`${root}bench`)) {
    const [, base] = /^([a-z-]+-child)\.ts$/.exec(name) ?? [];
    if (base === undefined) continue;
    const { outfile, text } = await bundleSource(`bench/${name}`, `bench-${base}`);
    await writeFile(outfile, text);
  }
  const results = [];
  for (const [name] of measures) {
    console.error(name);
    const { default: measure } = await importSource(`bench/${name}`, `bench-${name.replace(/\.tsx?$/, '')}`);
    results.push(...(await measure(tools)));
  }
  return results;
}

const unknown = asked.filter((word) => !groups.includes(word));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${groups.join(', ')}.`);
  process.exit(64);
}
if (!flags.includes('--report')) {
  const folder = await mkdtemp(join(tmpdir(), 'rigdeck-bench-'));
  try {
    const results = await measureAll(folder);
    for (const line of resultLines(results)) console.log(line);
    const node = process.versions.node;
    const [major] = node.split('.');
    const now = {
      node,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      date: new Date().toISOString().slice(0, 10),
      results,
    };
    if (!quick) {
      kept[major] = merged(kept[major], now);
      await writeFile(resultsFile, `${JSON.stringify(kept, null, 2)}\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (!quick) await writePage();
// Timers of libraries would keep the process for seconds.
process.exit();
