#!/usr/bin/env node
/**
 * Measures and writes what it measured into bench/results.json and docs/performance.md.
 *
 *   npm run bench [-- GROUP…] [-- --quick]     all groups unless some are named; --quick keeps nothing, and is noise
 *   npm run bench:report                       only the page, from what was measured before
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleSource, importSource } from '../scripts/bundle-source.mjs';
import { barePatches } from '../scripts/ink-patches.mjs';
import { warm } from '../scripts/warm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const quick = flags.includes('--quick');
const { merged, pageBlocks, resultLines } = await importSource('bench/report.ts', 'bench-report');
const { groups } = await importSource('bench/result.ts', 'bench-result');
const { fillBlocks } = await importSource('scripts/markdown.ts', 'markdown');
const resultsFile = `${root}bench/results.json`;
let kept = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '{}'));

async function writePage() {
  const page = `${root}docs/performance.md`;
  await writeFile(page, fillBlocks(await readFile(page, 'utf8'), pageBlocks(kept)));
}

/** What is measured here: a commit, with a + where files were changed since, those that are written here left out. */
function commitHere() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const written = ['bench/results.json', 'docs/performance.md'].map((file) => `:!${file}`);
    const changed = git('status', '--porcelain', '--', '.', ...written) !== '';
    return git('rev-parse', '--short=7', 'HEAD') + (changed ? '+' : '');
  } catch {
    return '';
  }
}

/** The built program again, in which Ink draws as often as it is asked to. No code is kept of it: it is another text. */
async function withoutLimit(program, outdir) {
  await mkdir(outdir);
  const from = dirname(program);
  for (const name of (await readdir(from)).filter((one) => /\.(js|json)$/.test(one)))
    await copyFile(join(from, name), join(outdir, name));
  const file = join(outdir, 'deck.js');
  const text = await readFile(file, 'latin1');
  const limits = /(exitOnCtrlC:!1,patchConsole:!1,maxFps:)[\w$]+/g;
  if (text.match(limits)?.length !== 1) throw new Error('how often Ink draws stands elsewhere in the bundle');
  await writeFile(file, text.replace(limits, '$11e3'), 'latin1');
  return join(outdir, 'rigdeck.js');
}

/** Programs to compare with, bundled as ours is. */
async function buildBare(folder) {
  const outdir = join(folder, 'bare');
  const bundled = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: barePatches,
    logLevel: 'warning',
  };
  await build({
    ...bundled,
    entryPoints: { ink: 'bench/bare/ink.tsx', ansi: 'bench/bare/ansi.ts' },
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    banner: {
      js: "import { createRequire as bareRequire } from 'node:module'; const require = bareRequire(import.meta.url);",
    },
  });
  const keptInk = join(outdir, 'kept-ink.cjs');
  await build({ ...bundled, entryPoints: ['bench/bare/kept-ink.ts'], outfile: keptInk, format: 'cjs' });
  await build({
    ...bundled,
    entryPoints: ['bench/bare/ink.tsx'],
    outfile: join(outdir, 'ink-script.js'),
    format: 'cjs',
    charset: 'ascii',
    banner: { js: '(function(require,module,exports){' },
    footer: { js: '})' },
  });
  // Modules of the old kind start quicker; ours is one.
  const node = join(outdir, 'node.cjs');
  await build({ absWorkingDir: root, entryPoints: ['bench/bare/node.ts'], outfile: node, format: 'cjs' });
  return {
    node,
    ink: join(outdir, 'ink.mjs'),
    keptInk,
    ansi: join(outdir, 'ansi.mjs'),
  };
}

/** Measures group by group; `done` is called with the numbers of each. */
async function measureAll(folder, done) {
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
    unlimited: await withoutLimit(program, join(folder, 'unlimited')),
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
  for (const [name, group] of measures) {
    console.error(name);
    const began = performance.now();
    const { default: measure } = await importSource(`bench/${name}`, `bench-${name.replace(/\.tsx?$/, '')}`);
    await done(await measure(tools));
    console.error(`  ${group} took ${Math.round((performance.now() - began) / 1000)} s`);
  }
}

const unknown = asked.filter((word) => !groups.includes(word));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${groups.join(', ')}.`);
  process.exit(64);
}
if (!flags.includes('--report')) {
  const folder = await mkdtemp(join(tmpdir(), 'rigdeck-bench-'));
  const run = {
    node: process.versions.node,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    date: new Date().toISOString().slice(0, 10),
    commit: commitHere(),
    load: loadavg()[0],
  };
  const noise = 'Quick: a few runs of each, which is noise. It shows that the bench works; nothing is kept.';
  if (quick) console.log(noise);
  try {
    await measureAll(folder, async (results) => {
      for (const line of resultLines(results)) console.log(line);
      if (quick) return;
      kept = merged(kept, run, results);
      await writeFile(resultsFile, `${JSON.stringify(kept, null, 2)}\n`);
    });
    if (quick) console.log(noise);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (!quick) await writePage();
// Timers of libraries would keep the process for seconds.
process.exit();
