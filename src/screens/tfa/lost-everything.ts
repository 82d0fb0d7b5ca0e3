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
