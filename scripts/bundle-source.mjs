// Makes a TypeScript program of this project into one file that Node can run, for the scripts in this folder.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Ink imports its devtools bridge only in development; no bundle of ours has a use for it. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(pluginBuild) {
    const filter = /^(react-devtools-core|ws)$/;
    pluginBuild.onResolve({ filter }, ({ path }) => ({ path, namespace: 'empty' }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

/**
 * Bundles `entry` (relative to the project) with everything it imports.
 * @param {string} entry
 * @param {string} name of the file that the bundle would be written to, below node_modules/.cache
 * @param {import('esbuild').BuildOptions} [more] wins over the options below
 */
export async function bundleSource(entry, name, more = {}) {
  const outfile = `${root}node_modules/.cache/rigdeck-scripts/${name}.mjs`;
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    write: false,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    external: ['keytar'],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as scriptRequire } from 'node:module'; const require = scriptRequire(import.meta.url);",
    },
    plugins: [withoutDevtools],
    logLevel: 'warning',
    ...more,
  });
  return { outfile, metafile, text: outputFiles[0].text };
}

/** Bundles `entry` and imports it: its exports. */
export async function importSource(entry, name) {
  const { mkdir, writeFile } = await import('node:fs/promises');
  const { dirname } = await import('node:path');
  const { outfile, text } = await bundleSource(entry, name);
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, text);
  return import(pathToFileURL(outfile).href);
}
