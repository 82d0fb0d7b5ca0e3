#!/usr/bin/env node
// Bundles src/main.tsx into dist/: one small entry and chunks beside it that load when they are needed.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inkPatches } from './ink-patches.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');
const asked = process.argv.indexOf('--outdir');
const outdir = asked < 0 ? `${root}dist` : resolve(process.argv[asked + 1]);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

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
  plugins: inkPatches,
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
