import { constants } from 'node:os';
import { platform } from 'node:process';

const everywhere: readonly NodeJS.Signals[] = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGALRM'] as const),
  ...(['SIGXCPU', 'SIGUSR2', 'SIGVTALRM'] as const),
];
/** Elsewhere there are no such signals, or they end nobody. */
const onLinux: readonly NodeJS.Signals[] = ['SIGIO', 'SIGPWR', 'SIGSTKFLT'];

/** What ends a process that says nothing to it. */
export type EndSignal = NodeJS.Signals;

/**
 * Before each of them the terminal is given back. The others leave no time for it (SIGKILL, or a fault of the machine such
 * as SIGSEGV), or belong to Node itself.
 */
export const endSignals: readonly EndSignal[] = [
  ...everywhere,
  ...(platform === 'linux' ? onLinux : []),
].filter((signal) => constants.signals[signal] !== undefined);

/** The exit code that stands for an end by `signal`: by its number shells tell of it, plus 128. */
export const exitCodeOf = (signal: EndSignal): number => 128 + constants.signals[signal];
