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

/** What each code tells a script: for `--help`, `help exit-codes`, the README and the manual page. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'done',
  refused: 'the service refused, a list is incomplete, or another error',
  usage: 'usage, bad query, no base URL',
  guard: 'refused by you or a guard: another answer, no `--yes`, `--max-price`, `--max-total`, read-only',
  signedOut: 'not signed in, or the key was refused',
  instanceFailed: 'the instance failed',
  network: 'network: no answer, or 5xx',
  outcomeUnknown: 'the outcome of a write is not known: look before you do it again',
  twoFactor: 'two-factor needed',
  tooManyRequests: 'too many requests (429)',
  bug: 'a bug of rigdeck',
  timedOut: 'timed out',
  interrupted: 'interrupted',
};

/** The table of them as people read it; what is handed through from ssh stands at its end. */
export const exitLines: readonly (readonly [code: string, means: string])[] = [
  ...(Object.keys(exitCodes) as ExitName[]).map(
    (name) => [String(exitCodes[name]), exitMeanings[name]] as const,
  ),
  ['255', '`ssh` and `tunnel` end with the code of ssh itself: 255 is that it did not connect'],
];

/** For the end of `--help`. */
export const exitCodeHelp = [
  'Exit codes:',
  ...exitLines.map(([code, means]) => `  ${code.padStart(3)}  ${means.replaceAll('`', '')}`),
  '',
].join('\n');
