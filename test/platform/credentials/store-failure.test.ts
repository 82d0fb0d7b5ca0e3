import { describe, expect, it } from 'vitest';
import { classifyKeychainError, storeFailure } from '../../../src/platform/credentials/store-failure.ts';

describe('the texts of keyring libraries', () => {
  it.each([
    ['Failed to load keytar native addon, checked ["../build/Release"] on prebuilds/linux-x64', 'no-library'],
    ["Cannot find package 'keytar' imported from /opt/rigdeck.js", 'no-library'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'no-library'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-session-bus'],
    ['Could not connect: No such file or directory', 'no-session-bus'],
    ['The given address is empty', 'no-session-bus'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
    ['Cannot create an item in a locked collection', 'locked-or-missing'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked-or-missing'],
    ['User interaction is not allowed.', 'locked-or-missing'],
    ['Timeout was reached', 'timeout'],
    ['The stub received bad data.', 'refused'],
  ])('%s', (text, reason) => {
    expect(classifyKeychainError(text)).toBe(reason);
  });

  it('each reason has one sentence and a way on', () => {
    for (const reason of [
      'no-library',
      'no-session-bus',
      'no-service',
      'locked-or-missing',
      'timeout',
    ] as const) {
      const { message, next } = storeFailure(reason);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(next).toMatch(/^[A-Z].*\.$/);
    }
  });
});
