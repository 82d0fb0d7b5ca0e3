/**
 * Parts the program into five scripts: what every run needs, what a deck needs besides, and what comes later in a deck, in
 * a command, in both. No module is named here: `import()` and the files named `registry.ts` say what comes later.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * What a file named `registry.ts` imports and gives by a getter is loaded when that is first asked for, there and then: a
 * key that opens a screen waits for nothing. In the source it is an import like any other.
 */
const registries = {
  name: 'registries',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /[\\/]src[\\/].*[\\/]registry\.ts$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [statement, name, from] of contents.matchAll(/^import \{ (\w+) \} from '(\.[^']+)';\n/gm))
        if (contents.includes(`return ${name};`))
          contents = contents
            .replace(statement, '')
            .replace(`return ${name};`, `return atOnce(import('${from}')).${name};`);
      return { contents, loader: 'ts' };
    });
  },
};
/** How such an `import()` stands in what esbuild makes of it; it becomes a `require()`. */
const importedAtOnce = /atOnce\(import\(("[^"]+")\)\)/g;

/** Of these every chunk is run at a start: they are bundled as one, which is smaller and quicker than many. */
const wholeScripts = ['program', 'deck'];
const laterScripts = ['screens', 'commands', 'shared'];

/**
 * The text of each script by its name: an object of functions of `require`, `module` and `exports`, by the chunk.
 * @param {{ options: import('esbuild').BuildOptions, bundle(more: object): Promise<string>, plugins: import('esbuild').Plugin[] }} given
 *   `bundle` makes the text of one bundle
 * @returns {Promise<Record<string, string>>}
 */
export async function programScripts({ options, bundle, plugins }) {
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: { program: 'src/app/program-parts.ts', deck: 'src/app/start-deck.tsx' },
    outdir: 'out',
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [...plugins, registries],
  });
  const chunks = new Map(
    outputFiles.map(({ path, text }) => [basename(path), text.replace(importedAtOnce, 'require($1)')]),
  );
  const scriptOf = scriptsOf(metafile.outputs);
  const chunksOf = (script) => [...chunks.keys()].filter((chunk) => scriptOf(chunk) === script);

  /** `contents` with the chunks of `script` that it imports; all others are required. */
  const functionOf = async (contents, script) => {
    const fromMemory = {
      name: 'from-memory',
      setup(pluginBuild) {
        pluginBuild.onResolve({ filter: /^\.\// }, ({ path, kind }) => {
          const chunk = basename(path);
          return kind === 'import-statement' && scriptOf(chunk) === script
            ? { path: chunk, namespace: 'chunk' }
            : { path: `${scriptOf(chunk)}/${idOf(chunk)}`, external: true };
        });
        pluginBuild.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
          contents: chunks.get(path),
        }));
      },
    };
    const stdin = { contents, resolveDir: options.absWorkingDir, sourcefile: 'chunk.js' };
    const text = await bundle({ stdin, plugins: [fromMemory], supported: { 'dynamic-import': false } });
    return `function(require,module,exports){${text}}`;
  };

  const scripts = {};
  for (const script of wholeScripts) {
    const all = chunksOf(script).map((chunk) => `export * as ${idOf(chunk)} from './${chunk}';`);
    // V8 compiles what stands in brackets at once, and else twice.
    scripts[script] = `({all:(${await functionOf(all.join(''), script)})})`;
  }
  for (const script of laterScripts) {
    const texts = chunksOf(script).map(
      async (chunk) => `${idOf(chunk)}:${await functionOf(chunks.get(chunk))}`,
    );
    scripts[script] = `({${(await Promise.all(texts)).join(',\n')}})`;
  }
  return scripts;
}

const idOf = (chunk) => chunk.replace(/\.js$/, '').replaceAll('-', '_');

/** Which script a chunk lies in, by what it is reached from. */
function scriptsOf(outputs) {
  const reach = (from, follows) => {
    const seen = new Set();
    const next = [from];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const one of outputs[path].imports) if (!one.external && follows(one)) next.push(one.path);
    }
    return seen;
  };
  const atOnce = ({ kind }) => kind === 'import-statement';
  const always = reach('out/program.js', atOnce);
  const withDeck = reach('out/deck.js', atOnce);
  const inDeck = reach('out/deck.js', () => true);
  const draws = (path) => [...reach(path, atOnce)].some((one) => hasInk(outputs[one]));
  // A command that wants something of what is drawn may wait for it.
  const inCommands = reach('out/program.js', ({ path }) => !draws(path));
  /** Only names what a deck has from its start: the first screen, which is imported later as all are. */
  const isName = ({ imports, inputs }) =>
    Object.keys(inputs).length === 0 &&
    imports.every(({ path, external }) => external || always.has(path) || withDeck.has(path));
  return (chunk) => {
    const path = `out/${chunk}`;
    if (always.has(path)) return 'program';
    if (inCommands.has(path)) return inDeck.has(path) ? 'shared' : 'commands';
    return withDeck.has(path) || isName(outputs[path]) ? 'deck' : 'screens';
  };
}

const hasInk = ({ inputs }) => Object.keys(inputs).some((path) => path.includes('node_modules/ink/'));
