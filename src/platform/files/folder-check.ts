import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Why nothing can be kept in a folder, found out without making it: the nearest folder above that is there has to take
 * new entries, and its disk to have room. Undefined when it can.
 */
export async function cannotKeepIn(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch((error: NodeJS.ErrnoException) => error.code);
    if (found === 'ENOENT' && dirname(at) !== at) continue;
    if (found === 'ENOTDIR' && dirname(at) !== at) continue;
    if (typeof found === 'string' || found === undefined)
      return `${at} cannot be looked at (${found ?? 'unknown'})`;
    if (!found.isDirectory()) return `${at} is no folder`;
    return access(at, constants.W_OK | constants.X_OK).then(
      () => isFull(at).then((full) => (full ? `${at} is on a disk that is full` : undefined)),
      (error: NodeJS.ErrnoException) =>
        error.code === 'EROFS' ? `${at} is on a disk that takes no writes` : `${at} cannot be written to`,
    );
  }
}

/** Some systems do not tell, and some tell of no blocks at all. */
const isFull = (at: string): Promise<boolean> =>
  statfs(at).then(
    ({ blocks, bavail }) => blocks > 0 && bavail === 0,
    () => false,
  );
