/**
 * Tests that start programs, or that change the process they run in, as by a level of colour, which is read once: each file
 * of them has a process of its own (`vitest.config.ts`). The others share one, and its modules. Relative to `test/`.
 */
export const ofAProcess = {
  folders: ['commands', 'credentials', 'local', 'pty', 'soak', 'spec', 'support', 'terminal'],
  files: [
    'architecture.test.ts',
    'broken-install.test.ts',
    'client/decode.test.ts',
    'client/direct.test.ts',
    'client/tls.test.ts',
    'components/qr.test.tsx',
    'first-frame.test.ts',
    'fuzz/deck.test.tsx',
    'flows/profile-colour.test.tsx',
    'flows/tfa-qr.test.tsx',
    'load-program.test.ts',
    'package.test.ts',
    'docs.test.ts',
    'sandbox/kill.test.ts',
    'style-frames.test.tsx',
  ],
};
