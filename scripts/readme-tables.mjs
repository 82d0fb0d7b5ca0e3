#!/usr/bin/env node
// Writes what is generated: the parts of docs/ that repeat the code, docs/json.md and docs/cases.md.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { fillBlocks } = await importSource('scripts/markdown.ts', 'markdown');
const { docBlocks } = await importSource('scripts/readme-tables.ts', 'readme-tables');
const assumptionsSource = await readFile(file('src/sandbox/assumptions.ts'), 'utf8');
for (const [path, blocks] of Object.entries(docBlocks({ assumptionsSource }))) {
  const page = await readFile(file(path), 'utf8');
  await writeFile(file(path), fillBlocks(page, blocks));
}

const { reachTable } = await importSource('scripts/reach-table.ts', 'reach-table');
const requests = await readFile(file('docs/requests.md'), 'utf8');
await writeFile(file('docs/requests.md'), fillBlocks(requests, { reach: reachTable() }));

const { casePage } = await importSource('scripts/case-page.ts', 'case-page');
const tests = (await readdir(file('test'), { recursive: true }))
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .sort();
const testFiles = tests.map(async (path) => ({ path, text: await readFile(file(path), 'utf8') }));
await writeFile(file('docs/cases.md'), casePage(await Promise.all(testFiles)));

const { jsonPage } = await importSource('scripts/json-page.ts', 'json-page');
const wires = (await readdir(file('src/client'))).filter((name) => name.startsWith('wire-'));
const texts = await Promise.all(wires.map((name) => readFile(file(`src/client/${name}`), 'utf8')));
await writeFile(file('docs/json.md'), jsonPage({ wireSource: texts.join('\n') }));
