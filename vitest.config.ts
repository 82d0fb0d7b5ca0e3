import { defineConfig } from 'vitest/config';
import { testBundle, testBundles } from './scripts/ink-patches.mjs';

export default defineConfig({
  // The program ships React's production build; its development build takes a sixth of the time of a flow by itself.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias: Object.fromEntries(testBundles.map((name) => [name, testBundle(name)])) },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    env: { FORCE_COLOR: '0', TZ: 'UTC', NODE_ENV: 'production' },
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
