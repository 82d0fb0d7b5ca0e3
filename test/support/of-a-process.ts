/**
 * Tests that start programs, or that change the process they run in, as by a level of colour, which is read once: each file
 * of them has a process of its own (`vitest.config.ts`). The others share one, and its modules. Relative to `test/`.
 */
export const ofAProcess = {
  folders: ['commands', 'platform', 'pty', 'scripts', 'soak', 'spec', 'support'],
  files: [
    'architecture.test.ts',
    'platform/start/broken-install.test.ts',
    'client/decode.test.ts',
    'client/direct.test.ts',
    'client/tls.test.ts',
    'screens/two-factor/qr.test.tsx',
    'platform/start/first-frame.test.ts',
    'fuzz/deck.test.tsx',
    'flows/profile-colour.test.tsx',
    'flows/tfa-qr.test.tsx',
    'platform/start/load-program.test.ts',
    'package.test.ts',
    'docs.test.ts',
    'sandbox/kill.test.ts',
    'style-frames.test.tsx',
    'engine/driver.test.ts',
  ],
};
