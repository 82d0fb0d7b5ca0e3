import type { BuildOptions, Metafile } from 'esbuild';

/** Which script each module lies in: `scripts/plan.mjs` is one. */
export type Plan = {
  entry: string;
  first: readonly string[];
  later: Readonly<Record<string, readonly string[]>>;
  shared: string;
  everywhere: readonly string[];
};
/** The script of each module, by path. */
export function ownersOf(metafile: Pick<Metafile, 'inputs'>, plan: Plan): Map<string, string>;
/** The text of each script, by name. `bundle` answers the text of what it is asked to bundle. */
export function bundleApart(
  plan: Plan,
  options: BuildOptions & { absWorkingDir: string },
  bundle: (more: BuildOptions) => Promise<string>,
): Promise<Record<string, string>>;
