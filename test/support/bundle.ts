/** Makes a TypeScript program of the tests into a file that Node can run, for tests in a process of its own. */

import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup(pluginBuild) {
    const filter = /^(react-devtools-core|ws)$/;
    pluginBuild.onResolve({ filter }, ({ path }) => ({ path, namespace: 'empty' }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

/** Bundles `entry` (relative to the project) with all it imports: one file starts in a third of the time. */
export async function bundleForNode(entry: string): Promise<string> {
  // A place that git does not see.
  const folder = join(root, 'node_modules', '.cache', 'rigdeck-tests');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry).replace(/\.tsx?$/, '')}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
    plugins: [withoutDevtools],
    external: ['keytar'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    logLevel: 'silent',
  });
  return outfile;
}
