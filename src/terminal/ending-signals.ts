/** What ends a process that says nothing to it, and the number by which shells tell of it, plus 128. */
const numbers = {
  SIGINT: 2,
  SIGTERM: 15,
  SIGHUP: 1,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGALRM: 14,
  SIGXCPU: 24,
} as const;

export type EndSignal = keyof typeof numbers;

/** Before each of them the terminal is given back. The others leave no time for it, or are used by Node itself. */
export const endSignals = Object.keys(numbers) as EndSignal[];

/** The exit code that stands for an end by `signal`. */
export const exitCodeOf = (signal: EndSignal): number => 128 + numbers[signal];
