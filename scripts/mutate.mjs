#!/usr/bin/env node
/**
 * Puts faults into lines at random, one at a time, and says which of them no test sees.
 *
 *   npm run mutate -- N SEED [PATH…] [--limit SECONDS]
 *
 * N lines of src/engine (the files at its top, instances/ and auto-stop/) or of the files and folders PATH. For each the
 * tests of its own folder run first, then the compiler, then up to ten other test files that name what the file does; the
 * first that fails ends it. Of a fault that survives the other test files have not been asked. All of it happens in a
 * copy: the checkout is not touched.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';
import { importSource } from './bundle-source.mjs';
import { testBundle } from './ink-patches.mjs';
import { copyProject } from './project-copy.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const usage = 'usage: npm run mutate -- N SEED [PATH…] [--limit SECONDS]';
const given = process.argv.slice(2);
const at = given.indexOf('--limit');
const [, limit = '300'] = at < 0 ? [] : given.splice(at, 2);
const [count, seed, ...paths] = given;
if (!(Number(count) > 0) || !Number.isInteger(Number(seed)) || seed === undefined || !(Number(limit) > 0)) {
  console.error(usage);
  process.exit(2);
}

const { pickMutants, mutated, diffOf, findTests } = await importSource('scripts/mutations.ts', 'mutations');
const { filesOf } = await importSource('scripts/shape.ts', 'shape');
const src = filesOf('src', root);
const isWanted = ({ path }) =>
  paths.length === 0
    ? /^src\/engine\/(?:[^/]+$|instances\/|auto-stop\/)/.test(path)
    : paths.some((wanted) => path === wanted || path.startsWith(`${wanted.replace(/\/$/, '')}/`));
const mutants = pickMutants(src.filter(isWanted), {
  count: Number(count),
  seed: Number(seed),
  parse: parseAst,
});
if (mutants.length === 0) {
  console.error(`Nothing to change in ${paths.join(', ')}.`);
  process.exit(2);
}
const testsOf = findTests([...src, ...filesOf('test', root)]);

let running;
const stop = () => {
  if (running?.pid === undefined || running.exitCode !== null) return;
  // What it has started is in a group of its own.
  try {
    process.kill(process.platform === 'win32' ? running.pid : -running.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};
const copy = await copyProject();
process.on('exit', () => {
  stop();
  rmSync(copy, { recursive: true, force: true });
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.on(signal, () => process.exit(code));

/** Runs a program of node_modules in the copy: whether it went well, or undefined when it was not done in time. */
function run(script, args, seconds) {
  // Without the built program: no test that is asked here starts it.
  const env = { ...process.env, ...(existsSync(testBundle('ink')) && { RIGDECK_TEST_PROGRAM: 'none' }) };
  const child = spawn(process.execPath, [join('node_modules', script), ...args], {
    cwd: copy,
    env,
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  });
  running = child;
  return new Promise((resolve) => {
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      stop();
    }, seconds * 1000);
    child.on('close', (code) => {
      clearTimeout(patience);
      resolve(isLate ? undefined : code === 0);
    });
  });
}

/** Runs test files until one fails: the name of that test, 'late', or undefined when all pass. */
async function failing(files, seconds) {
  if (files.length === 0) return undefined;
  const out = join(copy, 'result.json');
  rmSync(out, { force: true });
  const options = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${out}`];
  const passed = await run('vitest/vitest.mjs', ['run', ...options, ...files], seconds);
  if (passed !== false) return passed === undefined ? { late: true } : undefined;
  const { testResults = [] } = existsSync(out) ? JSON.parse(await readFile(out, 'utf8')) : {};
  const file = testResults.find(({ status }) => status === 'failed');
  const title = file?.assertionResults.find(({ status }) => status === 'failed')?.fullName;
  const name = file?.name.slice(file.name.indexOf('/test/') + 1);
  return { file: name, name: [name ?? 'vitest', title].filter(Boolean).join(' › ') };
}
const types = (seconds) =>
  run('typescript/lib/tsc.js', ['--noEmit', '--incremental', '--tsBuildInfoFile', '.tsc'], seconds);

/** What becomes of one fault. */
async function tryOut({ path }) {
  const { own, related } = testsOf(path);
  const end = Date.now() + Number(limit) * 1000;
  const left = () => Math.max(1, (end - Date.now()) / 1000);
  const seen = await failing(own, left());
  if (seen !== undefined) return seen;
  const compiles = await types(left());
  if (compiles !== true) return compiles === false ? { byTypes: true } : { late: true };
  // Within one run the longest files go first.
  for (const files of [related.slice(0, 3), related.slice(3)]) {
    const missed = await failing(files, left());
    if (missed !== undefined) return missed;
  }
  return { asked: [...own, ...related] };
}

if ((await types(600)) !== true) {
  console.error('The source does not compile without a fault either. See: npm run check');
  process.exit(1);
}
const began = Date.now();
const sums = { killed: 0, survived: 0, types: 0, late: 0, void: 0 };
/** Whether a test file passes without a fault, asked once. */
const sound = new Map();
for (const mutant of mutants) {
  const since = Date.now();
  const file = join(copy, mutant.path);
  const text = await readFile(file, 'utf8');
  await writeFile(file, mutated(text, mutant));
  const { byTypes, late, file: by, name, asked } = await tryOut(mutant);
  await writeFile(file, text);
  if (by !== undefined && !sound.has(by)) sound.set(by, (await failing([by], 600)) === undefined);
  const result = byTypes
    ? 'types'
    : late
      ? 'late'
      : asked
        ? 'survived'
        : sound.get(by) === false
          ? 'void'
          : 'killed';
  sums[result] += 1;
  const seconds = Math.round((Date.now() - since) / 1000);
  console.log(`${result.padEnd(8)}  ${mutant.path}:${mutant.line}  ${mutant.what}  ${seconds} s`);
  if (name !== undefined) console.log(`          by ${name}`);
  if (asked !== undefined)
    console.log(
      `${diffOf(text, mutant).join('\n')}\n          asked: ${asked.join(' ') || 'no test reaches it'}`,
    );
}
const score = sums.killed + sums.survived === 0 ? 0 : (100 * sums.killed) / (sums.killed + sums.survived);
const total = [
  `${sums.killed} killed`,
  `${sums.survived} survived`,
  `${sums.types} refused by the compiler`,
  ...(sums.late > 0 ? [`${sums.late} not done in ${limit} s`] : []),
  ...(sums.void > 0 ? [`${sums.void} void: the test fails without the fault, too`] : []),
];
console.log(
  `${total.join(', ')} of ${mutants.length} (seed ${seed}): score ${Math.round(score)}%, ${Math.round((Date.now() - began) / 1000)} s`,
);
