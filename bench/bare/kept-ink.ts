/** The bare Ink program as one script, run from the code that V8 made of it before, as the deck is. */

import { join } from 'node:path';
import { loadProgram } from '../../src/load-program.ts';

const folder = process.env.BENCH_CODE ?? '';
const loaded = loadProgram<unknown>({
  path: join(__dirname, 'ink-script.js'),
  hash: 'bare',
  folders: [folder],
});
if (!loaded.whole) setTimeout(() => loaded.keep(folder), 3000);
