import { cannotKeepIn } from '../platform/files/folder-check.ts';
import type { Paths } from '../platform/files/paths.ts';

/**
 * What will not outlast this run, in a sentence, as the disks are now: no home folder, one that takes no writes, one that
 * is full. Undefined when everything is kept, and where nothing is meant to be, as in a sandbox.
 */
export async function notKeptWords({
  notKept,
  stateDir,
  configDir,
}: Pick<Paths, 'notKept' | 'stateDir' | 'configDir'>): Promise<string | undefined> {
  if (notKept.length > 0) return `There is no home folder, so not kept: ${notKept.join(', ')}`;
  const folders = [stateDir, configDir].filter((folder) => folder !== undefined);
  const faults = new Set(await Promise.all(folders.map(cannotKeepIn)));
  faults.delete(undefined);
  if (faults.size === 0) return undefined;
  return `What you rent, type and choose is kept for this run only: ${[...faults].join('; ')}. rigdeck doctor looks again`;
}
