#!/usr/bin/env node
/**
 * Uses rigdeck at random while its services misbehave.
 *
 *   npm run soak [-- MINUTES [SEED]]     the built program in a real terminal, for ten minutes unless said
 *   npm run soak -- --days DAYS [SEED]   the deck on simulated time
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [unit, ...rest] = process.argv.slice(2);
const isSimulated = unit === '--days';
const [amount = 10, seed = 1] = (isSimulated || unit === undefined ? rest : [unit, ...rest]).map(Number);
if (!(amount > 0) || !Number.isInteger(seed)) {
  console.error('npm run soak [-- MINUTES [SEED]], or npm run soak -- --days DAYS [SEED]: numbers above 0.');
  process.exit(64);
}
if (isSimulated) {
  const env = { ...process.env, RIGDECK_SOAK_DAYS: String(amount), RIGDECK_SOAK_SEED: String(seed) };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/soak', '-t', 'days of use'];
  process.exit(spawnSync(process.execPath, vitest, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
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
  isWell = await soak(join(folder, 'rigdeck.js'), amount, seed);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(isWell ? 0 : 1);
