/** The exit codes of every command, as scripts know them. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  guard: 3,
  signedOut: 4,
  instanceFailed: 5,
  network: 6,
  outcomeUnknown: 7,
  twoFactor: 8,
  tooManyRequests: 9,
  bug: 70,
  timedOut: 124,
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitCodes;

/** For `--help`. */
export const exitCodeHelp = `Exit codes:
  0  done                                    6  network: no answer, or 5xx
  1  the service refused, or another error   7  outcome of a write unknown
  2  usage, bad query, no base URL           8  two-factor needed
  3  refused by a guard (no --yes,           9  too many requests (429)
     --max-price, read-only)                70  a bug of ours
  4  not signed in, key refused            124  timed out
  5  the instance failed                   130  interrupted
`;
