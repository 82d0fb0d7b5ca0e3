/**
 * What the process needs of the program, as one script that `load-program.ts` runs. The entry itself stays small: the
 * keyring child and `--version` need nothing of this.
 */

import './runtime-gaps.ts';

export { runProgram } from './commands/program.ts';
export { processPorts } from './process-ports.ts';

/** Loaded by the first command line that needs an account, a file or a log. */
export const compose: typeof import('./composition.ts').compose = async (around, flags) =>
  (await import('./composition.ts')).compose(around, flags);
