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

/** What each code tells a script: for `help exit-codes`, docs/exit-codes.md and the manual page. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'Done',
  refused: 'Refused by the provider, an incomplete list, or another error',
  usage: 'Usage error, bad query or no base URL',
  guard: 'Not confirmed, or stopped by a guard (`--max-price`, `--max-total`, read-only)',
  signedOut: 'Not signed in, or the key was refused',
  instanceFailed: 'The instance failed',
  network: 'Network error: no answer, or HTTP 5xx',
  outcomeUnknown: 'Outcome of a write unknown: check before you try again',
  twoFactor: 'Two-factor login required',
  tooManyRequests: 'Too many requests (HTTP 429)',
  bug: 'A bug in rigdeck',
  timedOut: 'Timed out',
  interrupted: 'Interrupted (Ctrl+C)',
};

/** The table of them as people read it; what is handed through from ssh stands at its end. */
export const exitLines: readonly (readonly [code: string, means: string])[] = [
  ...(Object.keys(exitCodes) as ExitName[]).map(
    (name) => [String(exitCodes[name]), exitMeanings[name]] as const,
  ),
  ['255', 'ssh could not connect (`ssh` and `tunnel` exit with the code of ssh)'],
];
