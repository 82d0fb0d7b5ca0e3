/** What is left to somebody without any method, e-mail and backup code. */
export const lostEverything: readonly string[] = [
  'Without a method, the account e-mail and a backup code nobody can',
  'prove that this account is theirs, rigdeck least of all.',
  '',
  'Look first: backup codes are kept in files named',
  'rigdeck-backup-codes-DATE.txt, on paper, or in a password manager.',
  'An old phone may still show the authenticator.',
  '',
  'Then write to the support of the service. Only they can turn',
  'two-factor off, and they will ask who you are.',
  '',
  'Machines that run go on and are charged meanwhile. An API key that',
  'is not asked for two-factor can still stop and destroy them.',
];

/** The same while two-factor is off: its first method is proved by e-mail alone (interface.md, authorize-new-method). */
export const lostMail = (resendKey: string): readonly string[] => [
  'Two-factor is off, and the first method begins with a code to the',
  'e-mail address of the account. Nothing else can take its place.',
  '',
  `Look into the spam folder, and have it sent again with ${resendKey}.`,
  'If the address is no longer yours, change it in the web console,',
  'or write to the support of the service.',
];
