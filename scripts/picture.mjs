#!/usr/bin/env node
// Draws the pictures of README.md into docs/. `--check` writes nothing and fails when one of them is out of date.
import { setMaxListeners } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

// Ink's colour library reads this when it is loaded; the deck uses the sixteen colours.
process.env.FORCE_COLOR = '1';
process.env.TZ = 'UTC';

// Whatever waits does so on one clock that stands still.
setMaxListeners(0);

// A picture that waits for ever would end the process as if all were drawn.
process.exitCode = 1;

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const { pictures } = await importSource('scripts/picture.tsx', 'picture');
const drawn = await pictures();
process.exitCode = 0;
await mkdir(docs, { recursive: true });
for (const [name, svg] of drawn) {
  if (!process.argv.includes('--check')) await writeFile(docs + name, svg);
  else if ((await readFile(docs + name, 'utf8').catch(() => '')) !== svg) {
    console.error(`docs/${name} is out of date: npm run pictures`);
    process.exitCode = 1;
  }
}
// Timers of libraries would keep the process for seconds.
process.exit();
