#!/usr/bin/env node
/**
 * Bundles the program into dist/: rigdeck.js, which paints the first frame, main.js, which is small too, and the scripts
 * that main.js loads (`program-scripts.mjs`, `src/platform/start/program-scripts.ts`).
 */
import * as childProcess from 'node:child_process';
import * as crypto from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { join, resolve } from 'node:path';
import * as tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import { build } from 'esbuild';
import { importSource } from './bundle-source.mjs';
import { inkPatches } from './ink-patches.mjs';
import { programScripts } from './program-scripts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');
const asked = process.argv.indexOf('--outdir');
const outdir = asked < 0 ? `${root}dist` : resolve(process.argv[asked + 1]);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

const options = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  external: ['keytar'],
  logLevel: 'warning',
};

/**
 * The text of a bundle, in ASCII: platform/start/load-program.ts reads it as one byte a character, and esbuild escapes what stands in
 * strings but not what stands in regular expressions.
 */
async function bundle(more) {
  const { outputFiles } = await build({
    ...options,
    ...more,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"', ...more.define },
  });
  return ascii(outputFiles[0].text);
}

const ascii = (text) =>
  text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Modules of Node of which the first frame needs nothing: each is loaded by whoever first uses something of it. A module
 * is told apart by who imports it, and gives what that one names.
 */
const late = {
  'node:child_process': childProcess,
  'node:crypto': crypto,
  'node:http': http,
  'node:https': https,
  'node:net': net,
  'node:tls': tls,
  'node:zlib': zlib,
};
const lateModules = {
  name: 'late-modules',
  setup(pluginBuild) {
    const ours = join(root, 'src');
    pluginBuild.onResolve(
      { filter: /^node:(child_process|crypto|https?|net|tls|zlib)$/ },
      ({ path, importer, namespace }) =>
        importer.startsWith(ours) || (path === 'node:child_process' && namespace !== 'late')
          ? { path: `${path} ${importer}`, namespace: 'late' }
          : undefined,
    );
    pluginBuild.onLoad({ filter: /.*/, namespace: 'late' }, async ({ path: both }) => {
      const [path, importer] = both.split(/ (.*)/);
      const text = await readFile(importer, 'utf8');
      const names = Object.keys(late[path]).filter((name) => name !== 'default' && text.includes(name));
      const getters = names.map((name) => `get ${name}() { return require('${path}').${name}; }`);
      return { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: root };
    });
  },
};

const scripts = await programScripts({ options, bundle, plugins: [...inkPatches, lateModules] });
const hash = crypto.createHash('sha256').update(Object.values(scripts).join('\n')).digest('hex').slice(0, 16);
const main = await bundle({
  entryPoints: ['src/app/start.tsx'],
  define: {
    RIGDECK_VERSION: JSON.stringify(version),
    PROGRAM_HASH: JSON.stringify(hash),
    PROGRAM_SCRIPTS: JSON.stringify(Object.keys(scripts)),
  },
  // It measures what it says as the program does.
  plugins: [...inkPatches, lateModules],
});
const { makeFirstLines } = await importSource('scripts/first-lines.ts', 'first-lines');
const entry = await bundle({
  entryPoints: ['src/main.ts'],
  plugins: [lateModules],
  define: { PROGRAM_HASH: JSON.stringify(hash), FIRST_LINES: JSON.stringify(makeFirstLines(version)) },
});

const texts = {
  ...Object.fromEntries(Object.entries(scripts).map(([name, text]) => [`${name}.js`, `/*${hash}*/${text}`])),
  'main.js': main,
  'package.json': '{ "type": "commonjs" }\n',
  'rigdeck.js': `#!/usr/bin/env node\n${entry}`,
};
// Written only when all of it is there: a build that fails leaves the last one as it was.
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
for (const [name, text] of Object.entries(texts)) await writeFile(join(outdir, name), text);
await chmod(join(outdir, 'rigdeck.js'), 0o755);

if (!quiet) {
  const bytes = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  console.log(`dist/: ${Math.round(bytes / 1024)} KB`);
}
