#!/usr/bin/env node
/**
 * Bundles the program into dist/: rigdeck.js, which paints the first frame, main.js, which is small too, program.js, one
 * script that main.js runs (`src/load-program.ts`), and undici.js, a quarter as long, which only a proxy asks for.
 */
import * as crypto from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { importSource } from './bundle-source.mjs';
import { inkPatches } from './ink-patches.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');
const asked = process.argv.indexOf('--outdir');
const outdir = asked < 0 ? `${root}dist` : resolve(process.argv[asked + 1]);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

/**
 * The text of a bundle, in ASCII: load-program.ts reads it as one byte a character, and esbuild escapes what stands in
 * strings but not what stands in regular expressions.
 */
async function bundle(entry, options = {}) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    minify: true,
    legalComments: 'none',
    external: ['keytar'],
    logLevel: 'warning',
    ...options,
    define: { 'process.env.NODE_ENV': '"production"', ...options.define },
  });
  return outputFiles[0].text.replace(
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Modules of Node of which the first frame needs nothing, as our own files import them: each is loaded by whoever first
 * uses something of it.
 */
const late = { 'node:crypto': crypto, 'node:http': http };
const lateModules = {
  name: 'late-modules',
  setup(pluginBuild) {
    const ours = join(root, 'src');
    pluginBuild.onResolve({ filter: /^node:(crypto|http)$/ }, ({ path, importer }) =>
      importer.startsWith(ours) ? { path, namespace: 'late' } : undefined,
    );
    pluginBuild.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
      const names = Object.keys(late[path]).filter((name) => name !== 'default');
      const getters = names.map((name) => `get ${name}() { return require('${path}').${name}; }`);
      return { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: root };
    });
  },
};

const undiciApart = {
  name: 'undici-apart',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^undici$/ }, () => ({ path: './undici.js', external: true }));
  },
};

// A function, so that it needs no module of its own to be loaded as one.
const program = await bundle('src/program-parts.ts', {
  banner: { js: '(function(require,module,exports){' },
  footer: { js: '})' },
  plugins: [...inkPatches, lateModules, undiciApart],
  // What is loaded later is required: a script that imports makes Node warn.
  supported: { 'dynamic-import': false },
});
const undici = await bundle('undici');
const hash = crypto.createHash('sha256').update(program).digest('hex').slice(0, 16);
const main = await bundle('src/main.tsx', {
  define: { RIGDECK_VERSION: JSON.stringify(version) },
  // It measures what it says as the program does.
  plugins: inkPatches,
});
const { makeFirstLines } = await importSource('scripts/first-lines.ts', 'first-lines');
const entry = await bundle('src/entry.ts', {
  define: { PROGRAM_HASH: JSON.stringify(hash), FIRST_LINES: JSON.stringify(makeFirstLines(version)) },
});

// Written only when all of it is there: a build that fails leaves the last one as it was.
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
await writeFile(join(outdir, 'program.js'), program);
await writeFile(join(outdir, 'undici.js'), undici);
await writeFile(join(outdir, 'main.js'), main);
await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
await writeFile(join(outdir, 'rigdeck.js'), `#!/usr/bin/env node\n${entry}`);
await chmod(join(outdir, 'rigdeck.js'), 0o755);

if (!quiet)
  console.log(
    `dist/: ${Math.round((entry.length + main.length + program.length + undici.length) / 1024)} KB`,
  );
