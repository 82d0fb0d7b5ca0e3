import type { StoreFailure, StoreReason } from './secret-store.ts';

/** How long the keyring may take. A person who waits for a first screen should not wait longer. */
export const keychainLimitMs = 3000;

/** Windows keeps at most 2,560 bytes per entry and answers a larger one with an unrelated text. */
const windowsLimit = 2560;

const sentences: Record<StoreReason, [message: string, next: string]> = {
  'no-library': [
    'The system keyring cannot be used here: its library is missing or does not load.',
    'On Linux install libsecret (libsecret-1-0), or keep the key in memory, RIGDECK_API_KEY or a file.',
  ],
  'no-session-bus': [
    'The system keyring cannot be reached: there is no desktop session here.',
    'Keep the key in memory, in RIGDECK_API_KEY, or in a file that only you can read.',
  ],
  'no-service': [
    'There is no keyring service in this session.',
    'Start one (gnome-keyring, KeePassXC, KWallet), or keep the key in memory, RIGDECK_API_KEY or a file.',
  ],
  'locked-or-missing': [
    'Not found in the system keyring, or the keyring is locked.',
    'Unlock the keyring and try again, or sign in again. Nothing was deleted.',
  ],
  timeout: [
    `The system keyring gave no answer in ${keychainLimitMs / 1000} s; it may be waiting to be unlocked.`,
    'Unlock it and try again, or set RIGDECK_API_KEY for now.',
  ],
  refused: [
    'The system keyring refused.',
    'Try again, or keep the key in memory, RIGDECK_API_KEY or a file.',
  ],
  'bad-file': ['The file cannot be used for keys.', 'Mend it or move it away.'],
  'not-writable': [
    'The file with the keys cannot be written.',
    'Keep the key in memory or in RIGDECK_API_KEY.',
  ],
};

/** A failure in plain words. `detail` is the library's own text, for the log. */
export function storeFailure(reason: StoreReason, detail?: string): StoreFailure {
  const [message, next] = sentences[reason];
  return { reason, message, next, ...(detail !== undefined && { detail }) };
}

/**
 * The keyring library's errors carry no code, so its texts have to be read. They are those of GDBus and
 * libsecret, of macOS and of Windows; what is in none of them is `refused`.
 */
const patterns: [RegExp, StoreReason][] = [
  [
    /Cannot find (package|module)|Failed to load .*addon|shared (object|library)|did not self-register|NODE_MODULE_VERSION/i,
    'no-library',
  ],
  [
    /autolaunch|Could not connect|address is empty|DBUS_SESSION_BUS_ADDRESS|spawn a message bus/i,
    'no-session-bus',
  ],
  [/not provided by any \.service|ServiceUnknown|NameHasNoOwner|has no owner/i, 'no-service'],
  [
    /locked collection|Object does not exist at path|is locked|dismissed|cancell?ed|interaction is not allowed/i,
    'locked-or-missing',
  ],
  [/Timeout was reached|timed out/i, 'timeout'],
];

export function classifyKeychainError(text: string): StoreReason {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
}

/** The failure of a `set`: a refusal of a long secret names its length, which the system's own text does not. */
export function saveFailure(text: string, secret: string): StoreFailure {
  const bytes = Buffer.byteLength(secret);
  const failure = storeFailure(classifyKeychainError(text), text.replaceAll(secret, '…'));
  if (failure.reason === 'locked-or-missing') {
    return {
      ...failure,
      message: 'The system keyring is locked or has not been set up, so nothing was saved in it.',
      next: 'Unlock it and save again, or choose another place.',
    };
  }
  if (failure.reason === 'refused' && bytes > windowsLimit) {
    return {
      ...failure,
      message: `The system keyring refused: at ${bytes} bytes this is more than some keyrings hold in one entry.`,
      next: 'It is kept in memory for this run.',
    };
  }
  return failure;
}
