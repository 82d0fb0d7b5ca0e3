// Runs a file of this folder as the tests are run, on simulated time, for scripts that need a whole deck.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { bundleSource } from './bundle-source.mjs';
import { inkPatches } from './ink-patches.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the one test of `entry`, which takes `given` by inject('given') and leaves its answer as task.meta.answer. As one
 * bundle it starts in a third of the time.
 * @param {string} entry
 * @param {unknown} given
 * @param {Record<string, string>} [env]
 */
export async function inVitest(entry, given, env = {}) {
  const name = entry.replace(/^.*\/|\.tsx?$/g, '');
  const more = { external: ['keytar', 'vitest'], plugins: inkPatches };
  const { outfile, text } = await bundleSource(entry, name, more);
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, text);
  const options = {
    config: false,
    root,
    dir: dirname(outfile),
    watch: false,
    include: [`**/${name}.mjs`],
    exclude: [],
    reporters: [{}],
    testTimeout: 120_000,
    maxWorkers: 1,
    pool: 'forks',
    provide: { given },
    env: { FORCE_COLOR: '0', TZ: 'UTC', NODE_ENV: 'production', ...env },
  };
  const vitest = await startVitest('test', [], options, { logLevel: 'error' });
  const [module] = vitest.state.getTestModules();
  const [test] = module?.children.allTests() ?? [];
  const errors = [
    ...(module?.errors() ?? []),
    ...(test?.result()?.errors ?? []),
    ...vitest.state.getUnhandledErrors(),
  ];
  await vitest.close();
  // That was about a test.
  process.exitCode = 0;
  if (errors.length > 0 || test === undefined)
    throw new Error(errors.map(({ stack, message }) => stack ?? message).join('\n') || `no test in ${entry}`);
  return test.meta().answer;
}
