import { readFile } from 'node:fs/promises';

/**
 * An esbuild plugin that changes one file, each time where its text stands first. Of one file there can be only one: the
 * first that takes it keeps it.
 */
export function patched(name, filter, changes) {
  return {
    name,
    setup(pluginBuild) {
      pluginBuild.onLoad({ filter }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [from, to] of changes) {
          if (!contents.includes(from))
            throw new Error(`${name}: ${path} no longer has ${JSON.stringify(from)}`);
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: 'js' };
      });
    },
  };
}
