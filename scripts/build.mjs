#!/usr/bin/env node
// Bundles src/main.tsx into dist/: one small entry and chunks beside it that load when they are needed.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');
const asked = process.argv.indexOf('--outdir');
const outdir = asked < 0 ? `${root}dist` : resolve(process.argv[asked + 1]);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

/** Ink imports its devtools bridge only in development; a bundle has no use for it. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^(react-devtools-core|ws)$/ }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

/** Yoga prefers `fetch` for its embedded wasm, which would load Node's whole HTTP stack before the first frame. */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace('"function"!=typeof fetch', 'true');
      if (contents === source) throw new Error('yoga no longer asks for fetch where this build expects it');
      return { contents };
    });
  },
};

const result = await build({
  absWorkingDir: root,
  entryPoints: { rigdeck: 'src/main.tsx' },
  outdir,
  write: false,
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  external: ['keytar'],
  define: { 'process.env.NODE_ENV': '"production"', RIGDECK_VERSION: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as rigdeckRequire } from 'node:module'; const require = rigdeckRequire(import.meta.url);",
  },
  plugins: [withoutDevtools, yogaWithoutFetch],
  logLevel: 'warning',
});

// Written only when all of it is there: a build that fails leaves the last one as it was.
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
for (const { path, contents } of result.outputFiles) await writeFile(path, contents);
const entry = `${outdir}/rigdeck.js`;
await writeFile(entry, `#!/usr/bin/env node\n${await readFile(entry, 'utf8')}`);
await chmod(entry, 0o755);

if (!quiet) {
  const bytes = result.outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
  console.log(`dist/rigdeck.js and its chunks: ${Math.round(bytes / 1024)} KB`);
}
