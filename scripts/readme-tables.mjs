#!/usr/bin/env node
// Writes the generated parts of README.md anew: keys, commands, flags, exit codes and what the sandbox assumes.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { fillBlocks, readmeBlocks } = await importSource('scripts/readme-tables.ts', 'readme-tables');
const assumptionsSource = await readFile(file('src/sandbox/assumptions.ts'), 'utf8');
const page = await readFile(file('README.md'), 'utf8');
await writeFile(file('README.md'), fillBlocks(page, readmeBlocks({ assumptionsSource })));
