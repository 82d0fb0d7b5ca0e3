/** Ends this process, also where its terminal is gone. */

import { isatty } from 'node:tty';

type Ending = Pick<NodeJS.Process, 'pid' | 'emit' | 'exit' | 'kill' | 'removeAllListeners'>;

const standard = [0, 1, 2];

/** Which of the standard streams are terminals now. */
export const terminalsNow = (isTerminal: (fd: number) => boolean = isatty): readonly number[] =>
  standard.filter(isTerminal);

/**
 * Ends with `code`. Node gives the modes of its terminals back then and aborts, with a core dump where the system keeps
 * them, if one of `had` is no terminal any more: so a process that has lost one ends by SIGHUP, as hung up.
 */
export function endProcess(
  process: Ending,
  code: number,
  had: readonly number[],
  isTerminal: (fd: number) => boolean = isatty,
): void {
  if (had.every(isTerminal)) process.exit(code);
  else hangUp(process, code);
}

function hangUp(process: Ending, code: number): void {
  // Locks are given back there.
  process.emit('exit', code);
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
  // Where somebody has this signal ignored.
  process.kill(process.pid, 'SIGKILL');
}
