/**
 * What the process needs of the program, as one script that `load-program.ts` runs. The entry itself stays small: the
 * keyring child and `--version` need nothing of this.
 */

import './runtime-gaps.ts';

export { runProgram } from './commands/program.ts';
export { compose } from './composition.ts';
export { processPorts } from './process-ports.ts';
