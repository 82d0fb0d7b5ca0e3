/**
 * Where the process begins: the first frame is painted, where one was kept, and only then is anything else loaded. What
 * stands between the start and that frame is in here, so it imports little.
 */

import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { resolvePaths } from './platform/files/paths.ts';
import { faultOf, isBrokenInstall } from './platform/start/broken-install.ts';
import { openFirstFrame } from './platform/start/first-frame.ts';
import type { FirstLines } from './platform/start/first-lines.ts';

/** Set by the build: what names the text of the program. */
declare const PROGRAM_HASH: string | undefined;
const hash = typeof PROGRAM_HASH === 'string' ? PROGRAM_HASH : '';
/** Set by the build: what is painted where no frame was kept. */
declare const FIRST_LINES: FirstLines | undefined;
const lines = typeof FIRST_LINES === 'object' ? FIRST_LINES : undefined;

// At this signal Node opens its inspector on a port that every user of the machine can reach, but where somebody listens.
process.on('SIGUSR1', () => {});

const { env } = process;
const paths = resolvePaths(env);
const folder = env.NODE_DISABLE_COMPILE_CACHE ? undefined : paths.cacheDir;
const words = process.argv.slice(2);
const files = [paths.config, paths.views, paths.searches];
// Asked of the descriptors: standard input is not opened for it.
const isTerminal = isatty(0) && isatty(1);
const given = { hash, words, env, files, isTerminal, process, ...(lines && { lines }) };
const first = openFirstFrame({ ...given, folder });
loadMain().start({ entry: __filename, hash, folder, first });

/** Without it there is nobody else to say so. */
function loadMain(): typeof import('./app/start.tsx') {
  try {
    return createRequire(__filename)('./main.js');
  } catch (error) {
    const fault = faultOf(error, 'main.js');
    if (!isBrokenInstall(fault)) throw error;
    first?.leave();
    writeSync(2, `${fault.message} ${fault.next}\n`);
    process.exit(1);
  }
}
