import type { ActionRow } from './action-row.ts';

/** Actions of the account: two-factor, API keys, SSH keys. */
export const securityActions = {
  // security
  'security.add': { keys: ['a'], label: 'add', help: 'Add an authenticator app, or a phone number for texts', group: 'act', footer: 10 },
  'security.label': { keys: ['enter'], label: 'edit label', help: 'Give the method another label', group: 'act', footer: 20, yields: true },
  'security.primary': { keys: ['P'], label: 'primary', help: 'Make the method the primary one', group: 'act', footer: 30 },
  'security.codes': { keys: ['B'], label: 'new codes', help: 'Make ten new backup codes; the old ones end', group: 'act', footer: 40, danger: 'type-name', yields: true },
  'security.remove': { keys: ['X'], label: 'remove', help: 'Remove the method; the last one turns two-factor off', group: 'act', footer: 50, danger: 'type-name', yields: true },
  'security.verify': { keys: ['l'], label: 'verify', help: 'Log in with two-factor now', group: 'act', footer: 60, yields: true },
  'security.sign-out': { keys: ['o'], label: 'end session', help: 'End the two-factor session; the API key stays', group: 'act' },
  'security.keys': { keys: ['K'], label: 'API keys', help: 'The API keys of the account, and what this one may do', group: 'act', footer: 35 },

  // API keys
  'keys.open': { keys: ['enter'], label: 'what it may', help: 'What this key may call, and its permission document', group: 'view', footer: 20, yields: true },
  'keys.new': { keys: ['n'], label: 'new key', help: 'Make another API key, with the permissions that you pick', group: 'act', footer: 10 },
  'keys.delete': { keys: ['D'], label: 'delete', help: 'Delete this API key: whatever uses it stops working', group: 'act', footer: 30, danger: 'type-name', yields: true },
  'keys.ssh': { keys: ['S'], label: 'SSH keys', help: 'The public keys that open instances', group: 'view', footer: 40 },
  'ssh-keys.add': { keys: ['a'], label: 'add', help: 'Add a public key, from ~/.ssh or pasted', group: 'act', footer: 10 },
  'ssh-keys.open': { keys: ['enter'], label: 'show', help: 'The whole key with its fingerprint', group: 'view', footer: 20 },
  'ssh-keys.remove': { keys: ['D'], label: 'remove', help: 'Take this public key off the account', group: 'act', footer: 30, danger: 'confirm' },
  'new-key.editor': { keys: ['ctrl+g'], label: 'editor', help: 'Edit the permission document in $EDITOR, to narrow what stands in it', group: 'act', footer: 50 },
  'key.done': { keys: ['enter'], label: 'done', help: 'Let go of the value; it is not shown again', group: 'act', footer: 10, danger: 'confirm' },
  'key.save': { keys: ['f'], label: 'save', help: 'Save the key to a new file that only you can read', group: 'act', footer: 22 },
  'key.copy': { keys: ['y'], label: 'copy', help: 'Copy the key, on the second press', group: 'act', footer: 25 },
  'key.print': { keys: ['p'], label: 'print', help: 'Print the key', group: 'act', footer: 26 },
  'key.written': { keys: ['h'], label: 'by hand', help: 'Say that you wrote the key down by hand', group: 'act', footer: 27 },
  'key.hide': { keys: ['v'], label: 'hide', help: 'Hide the key, or show it again', group: 'view', footer: 28 },

  // two-factor
  'tfa.go': { keys: ['enter'], label: 'go on', help: 'Take this way, send what was typed, or go on', group: 'act', footer: 10 },
  'tfa.resend': { keys: ['r'], label: 'send again', help: 'Have another code sent', group: 'act', footer: 20 },
  'tfa.ask-again': { keys: ['r'], label: 'ask again', help: 'Ask the service once more; no code is sent', group: 'act', footer: 21 },
  'tfa.other': { keys: ['t', 'ctrl+t'], label: 'another way', help: 'Another way to prove that it is you', group: 'act', footer: 30 },
  'tfa.step-again': { keys: ['s'], label: 'step again', help: 'This step from its beginning, with a new request', group: 'act', footer: 55 },
  'tfa.over': { keys: ['o'], label: 'start over', help: 'All of it from the beginning', group: 'act', footer: 60 },
  'tfa.number': { keys: ['e'], label: 'other number', help: 'Correct the phone number', group: 'act', footer: 40 },
  'tfa.prove': { keys: ['a'], label: 'prove again', help: 'Prove again that it is you; what was typed stays', group: 'act', footer: 15 },
  'tfa.plain': { keys: ['A'], label: 'without admin', help: 'Log in without an admin session', group: 'act', footer: 12 },
  'tfa.regen': { keys: ['B'], label: 'new codes', help: 'Make ten new backup codes; the old ones end', group: 'act', footer: 12 },
  'tfa.copy': { keys: ['y'], label: 'copy', help: 'Copy what is shown, on the second press', group: 'act', footer: 25 },
  'tfa.invert': { keys: ['i'], label: 'invert', help: 'Turn light and dark of the QR code round', group: 'view', footer: 27 },
  'tfa.full': { keys: ['F'], label: 'full-screen QR', help: 'The QR code alone, on the whole screen', group: 'view', footer: 28 },
  'tfa.words': { keys: ['w'], label: 'cannot scan', help: 'Three ways to enter the secret without scanning', group: 'view', footer: 29 },
  'tfa.secret': { keys: ['n'], label: 'new secret', help: 'Another secret; the one shown now is void then', group: 'act' },
  'tfa.field': { keys: ['tab', 'shift+tab'], label: 'other field', help: 'Between the code and its label', group: 'move', footer: 45 },
  'tfa.save': { keys: ['f'], label: 'save', help: 'Save the codes to a new file that only you can read', group: 'act', footer: 22 },
  'tfa.print': { keys: ['p'], label: 'print', help: 'Print the codes', group: 'act', footer: 26 },
  'tfa.written': { keys: ['h'], label: 'by hand', help: 'Say that you wrote the codes down by hand', group: 'act', footer: 27 },
  'tfa.hide': { keys: ['v'], label: 'hide', help: 'Hide the codes, or show them again', group: 'view', footer: 28 },
} as const satisfies Record<string, ActionRow>;
