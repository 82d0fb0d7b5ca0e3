/**
 * Parts the program into scripts: one with what the first frame of the deck needs, and others that are loaded when
 * something of them is first used. The source knows nothing of it: an import from another script becomes a getter.
 */
import { relative } from 'node:path';
import { build } from 'esbuild';

/** Behind the path of a module that lies in another script: what ends as a file does would be read as that. */
const mark = '#apart';

/** The same wherever node_modules lies. */
const nameOf = (path) => path.replace(/^.*?(?=node_modules\/)/, '');

/** Whether a path of the project is one of these; `*` stands for anything within a folder. */
const matcher = (patterns) => {
  const all = patterns.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`),
  );
  return (path) => all.some((one) => one.test(nameOf(path)));
};

/**
 * Which script each module lies in.
 * @param {Pick<import('esbuild').Metafile, 'inputs'>} metafile of the whole program
 * @param {{ entry: string; first: readonly string[]; later: Readonly<Record<string, readonly string[]>>; shared: string }} plan
 */
export function ownersOf({ inputs }, { entry, first, later, shared }) {
  const isFirst = matcher(first);
  const roots = Object.entries(later).map(([script, patterns]) => ({ script, holds: matcher(patterns) }));
  const rootOf = (path) => roots.find(({ holds }) => holds(path))?.script;
  const importsOf = (path) => (inputs[path]?.imports ?? []).filter(({ external }) => !external);
  const reach = (from) => {
    const seen = new Set();
    const next = [...from];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const { path: to, kind } of importsOf(path))
        if (rootOf(to) === undefined && (kind !== 'dynamic-import' || isFirst(to))) next.push(to);
    }
    return seen;
  };
  for (const pattern of [...first, ...Object.values(later).flat()])
    if (!Object.keys(inputs).some(matcher([pattern])))
      throw new Error(`no module of the program is ${pattern}`);
  const program = reach([entry]);
  const reached = new Map();
  for (const script of Object.keys(later))
    for (const path of reach(Object.keys(inputs).filter((one) => rootOf(one) === script)))
      if (!program.has(path)) reached.set(path, [...(reached.get(path) ?? []), script]);
  const owners = new Map([...program].map((path) => [path, 'program']));
  for (const path of Object.keys(inputs)) {
    if (owners.has(path)) continue;
    const by = reached.get(path) ?? [];
    // Where somebody always is, nobody loads a script more for it.
    owners.set(path, rootOf(path) ?? (by.length === 1 ? by[0] : by.includes('account') ? 'account' : shared));
  }
  return owners;
}

/** Names that a module exports, by path; what is no module of the new kind is left out. */
async function exportsOf(paths, options) {
  const entryPoints = Object.fromEntries(paths.map((path, at) => [`m${at}`, `./${path}`]));
  const { metafile } = await build({
    ...options,
    entryPoints,
    ...{ outdir: 'out', write: false, bundle: true, metafile: true, format: 'esm', splitting: true },
  });
  return new Map(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint !== undefined && metafile.inputs[entryPoint].format === 'esm' ? [[entryPoint, exports]] : [],
    ),
  );
}

/**
 * Bundles the program as scripts that are functions of `require`, `module`, `exports` and `part`, which gives a module of
 * another script by both their names: the text of each, by name.
 */
export async function bundleApart(plan, options, bundle) {
  const { metafile } = await build({
    ...options,
    ...{ entryPoints: [plan.entry], write: false, bundle: true, metafile: true },
  });
  const { inputs } = metafile;
  const owners = ownersOf(metafile, plan);
  const everywhere = matcher(plan.everywhere);
  // What no file holds, as a stub, is small.
  const isShared = (path) => path.includes(':') || everywhere(path);
  /** By script what others take from it. */
  const taken = new Map();
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { path: to, external } of imports)
      if (!external && !isShared(to) && owners.get(to) !== owners.get(path))
        taken.set(owners.get(to), (taken.get(owners.get(to)) ?? new Set()).add(to));
  taken.set('program', (taken.get('program') ?? new Set()).add(plan.entry));
  const names = await exportsOf(
    [...taken.values()].flatMap((paths) => [...paths]),
    options,
  );

  const apart = (script) => ({
    name: 'apart',
    setup(pluginBuild) {
      pluginBuild.onResolve({ filter: /.*/ }, async ({ path, pluginData, importer, resolveDir, kind }) => {
        if (pluginData === script || kind === 'entry-point') return undefined;
        const found = await pluginBuild.resolve(path, { importer, resolveDir, kind, pluginData: script });
        if (found.external || found.namespace !== 'file' || found.errors.length > 0) return undefined;
        const of = relative(options.absWorkingDir, found.path).replaceAll('\\', '/');
        const owner = owners.get(of);
        if (owner === undefined) throw new Error(`${of} lies in no script`);
        if (owner === script || isShared(of)) return undefined;
        return { path: `${of}${mark}`, namespace: 'apart' };
      });
      pluginBuild.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path: marked }) => {
        const path = marked.slice(0, -mark.length);
        const owner = owners.get(path);
        const from = `part(${JSON.stringify(owner)}, ${JSON.stringify(nameOf(path))})`;
        const of = names.get(path);
        const resolveDir = options.absWorkingDir;
        if (of === undefined) {
          if (owner !== 'program')
            throw new Error(`${path} would be loaded by whoever imports it, not whoever uses it`);
          return { contents: `module.exports = ${from};`, resolveDir };
        }
        // The program is there before all others.
        if (owner === 'program') {
          const taken = of.map((name) => `const ${name}_ = /* @__PURE__ */ (() => from.${name})();`);
          const given = of.map((name) => `${name}_ as ${name}`);
          return {
            contents: `const from = /* @__PURE__ */ ${from};\n${taken.join('\n')}\nexport { ${given.join(', ')} };`,
            resolveDir,
          };
        }
        const named = of.filter((name) => name !== 'default');
        if (named.length === 0)
          throw new Error(
            `${path} has a default export alone, which another script cannot give when it is used`,
          );
        const getters = named.map((name) => `get ${name}() { return from().${name}; }`);
        return {
          contents: `let made;\nconst from = () => made ??= ${from};\nmodule.exports = { ${getters.join(', ')} };`,
          resolveDir,
        };
      });
    },
  });

  const scripts = {};
  for (const script of ['program', ...Object.keys(plan.later), plan.shared]) {
    const given = [...(taken.get(script) ?? [])].map(
      (path) => `${JSON.stringify(nameOf(path))}: once(() => require(${JSON.stringify(`./${path}`)}))`,
    );
    const contents = `const once = (make) => {
      let made;
      return () => made ??= make();
    };
    module.exports = { ${given.join(',\n')} };`;
    scripts[script] = await bundle({
      stdin: { contents, resolveDir: options.absWorkingDir, sourcefile: `${script}.js` },
      plugins: [...options.plugins, apart(script)],
    });
  }
  return scripts;
}
