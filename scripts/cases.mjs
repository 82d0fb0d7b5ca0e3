#!/usr/bin/env node
// Shows that every case is held by its test: in a copy of the project the behaviour is taken out, and the test must fail.
//
//   npm run cases             every case
//   npm run cases -- C005 …   these
//
// The working tree is never changed; what is not committed is in the copy too.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { cases, holdsOf } = await importSource('test/cases/index.ts', 'cases');
const { namePattern, mutated } = await importSource('scripts/case-page.ts', 'case-page');

const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !cases.some((one) => one.id === id));
if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}: see docs/cases.md.`);
  process.exit(2);
}
const chosen = cases.filter(({ id }) => asked.length === 0 || asked.includes(id)).flatMap(holdsOf);

/** The files of the project, copied, with its libraries beside them: what tests write stays in the copy. */
function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'rigdeck-cases-'));
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = spawnSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
}

/** Tests of the built program, and of what is built into Ink, want a build of their own. */
const wantsBuild = ({ test: [file], source }) =>
  /^pty\/|built-program/.test(file) || source.startsWith('scripts/');

/** Runs tests of one file by their names: how many passed and failed. */
function run(copy, file, names, build, flags = []) {
  const report = join(copy, 'node_modules/report.json');
  rmSync(report, { force: true });
  const pattern = `(${names.map(namePattern).join('|')})`;
  const vitest = [
    join(copy, 'node_modules/vitest/vitest.mjs'),
    'run',
    `test/${file}`,
    '-t',
    pattern,
    ...flags,
  ];
  const env = { ...process.env, NO_COLOR: '1', ...(build ? {} : { RIGDECK_TEST_PROGRAM: 'none' }) };
  if (build) delete env.RIGDECK_TEST_PROGRAM;
  spawnSync(process.execPath, [...vitest, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  if (!existsSync(report)) return { passed: [], failed: [] };
  const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((one) => one.assertionResults);
  const named = (status) => tests.filter((test) => test.status === status).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed') };
}

const copy = copyOfProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));

const files = [...new Set(chosen.map(({ test: [file] }) => file))].sort();
let bad = 0;
let first = true;
for (const file of files) {
  const here = chosen.filter(({ test }) => test[0] === file);
  // Ink is built by the first run, the program by those that want it.
  const names = [...new Set(here.map(({ test }) => test[1]))];
  const whole = run(copy, file, names, first || here.some(wantsBuild));
  first = false;
  for (const one of here) {
    const pattern = new RegExp(namePattern(one.test[1]));
    const passes =
      whole.passed.some((name) => pattern.test(name)) && !whole.failed.some((name) => pattern.test(name));
    let verdict = 'held';
    if (!passes) verdict = 'FAILS WITH IT';
    else {
      const path = join(copy, one.source);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, mutated(text, one));
      // One that fails is enough, and some fail by their limit.
      const without = run(copy, file, [one.test[1]], wantsBuild(one), ['--bail=1']);
      writeFileSync(path, text);
      // A program that no longer loads would prove nothing.
      if (without.failed.length === 0)
        verdict = without.passed.length === 0 ? 'NO TEST RUNS WITHOUT IT' : 'NOT HELD';
    }
    if (verdict !== 'held') bad += 1;
    console.log(`${one.id}  ${verdict.padEnd(6)}  ${file}  ${one.source}`);
  }
  // What was built of a changed script would be the next one's Ink.
  if (here.some(({ source }) => source.startsWith('scripts/'))) first = true;
}
console.log(`${chosen.length - bad} of ${chosen.length} rows are held by their tests.`);
process.exit(bad === 0 ? 0 : 1);
