#!/usr/bin/env node
/**
 * Prints how large the source is and where it lies in too small or too large pieces, which keys are free, and how many
 * files run for a key, a poll, a stop and a command.
 *
 *   npm run shape [-- --quick]   only what is read off the source
 *   npm run shape -- --files     names the files that run, too
 */
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const { shapeLines, runLines } = await importSource('scripts/shape.ts', 'shape');
console.log(shapeLines(fileURLToPath(new URL('..', import.meta.url))).join('\n'));
if (!process.argv.includes('--quick')) {
  const { freeKeyLines } = await importSource('scripts/free-keys.ts', 'free-keys');
  console.log(`\nfree keys of each screen, and of its key line\n${freeKeyLines().join('\n')}`);
  const { inVitest } = await import('./in-vitest.mjs');
  const runs = await inVitest('scripts/runs.ts', undefined);
  console.log(`\n${runLines(runs, process.argv.includes('--files')).join('\n')}`);
}
