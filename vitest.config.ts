import { defineConfig } from 'vitest/config';
import { testBundle, testBundles } from './scripts/ink-patches.mjs';
import { ofAProcess } from './test/support/of-a-process.ts';

const apart = [
  ...ofAProcess.folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
  ...ofAProcess.files.map((file) => `test/${file}`),
];

export default defineConfig({
  // The program ships React's production build; its development build takes a sixth of the time of a flow by itself.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias: Object.fromEntries(testBundles.map((name) => [name, testBundle(name)])) },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // What a frame leaves behind is gone with the next one; with more room it is never carried over.
    execArgv: ['--max-semi-space-size=64'],
    env: { FORCE_COLOR: '0', TZ: 'UTC', NODE_ENV: 'production' },
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // These wait for programs most of their time; a third worker fills it.
      {
        extends: true,
        test: { name: 'apart', include: apart, maxWorkers: 3, sequence: { groupOrder: 0 } },
      },
      // To load the deck anew for each file of the others was two fifths of what they cost.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: apart,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
