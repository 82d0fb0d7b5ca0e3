#!/usr/bin/env node
/**
 * Uses the built program in a real terminal for ten minutes, at random, while its services misbehave.
 *
 *   npm run soak [-- MINUTES [SEED]]
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [minutes = 10, seed = 1] = process.argv.slice(2).map(Number);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('npm run soak [-- MINUTES [SEED]]: minutes are a number above 0, the seed is a whole one.');
  process.exit(64);
}
// Below node_modules, so that keytar is found.
const folder = await mkdtemp(join(root, 'node_modules', '.cache', 'rigdeck-soak-'));
let isWell = false;
try {
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet', '--outdir', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  const { soak } = await importSource('test/soak/real-run.ts', 'soak');
  isWell = await soak(join(folder, 'rigdeck.js'), minutes, seed);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(isWell ? 0 : 1);
