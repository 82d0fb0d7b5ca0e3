/**
 * What the process needs of the program, as one script that `platform/start/load-program.ts` runs. The entry itself stays small: the
 * keyring child and `--version` need nothing of this.
 */

import '../platform/start/runtime-gaps.ts';

export { runProgram } from '../program.ts';
export { compose } from './composition.ts';
export { processPorts } from './process-ports.ts';
