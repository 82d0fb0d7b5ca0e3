/** The bare Ink program as one script, run from the code that V8 made of it before, as the deck is. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadProgram } from '../../src/platform/start/load-program.ts';

const folder = process.env.BENCH_CODE ?? '';
const path = join(__dirname, 'ink-script.js');
const loaded = loadProgram<(require: NodeJS.Require, module: object, exports: object) => void>({
  path,
  hash: 'bare',
  folders: [folder],
});
const module = { exports: {} };
loaded.value(createRequire(path), module, module.exports);
if (!loaded.whole) setTimeout(() => loaded.keep(folder), 3000);
