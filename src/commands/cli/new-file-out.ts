import { access, constants, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Places, typedPath } from '../../platform/files/typed-path.ts';
import { failure } from './failure.ts';

/** A path of the command line, absolute; one that cannot be told ends the command. */
export function pathFrom(path: string, places: Places): string {
  const typed = typedPath(path, places);
  if (!typed.ok) throw failure('usage', 'no_folder', `${path} cannot be found.`, typed.message);
  return typed.path;
}

/** Finds out before anything is made that comes once, whether a file can be written that does not exist yet. */
export async function mustBeNew(path: string): Promise<void> {
  // A link that leads nowhere is there, too: nothing is written through it.
  const there = await lstat(path).then(
    () => true,
    () => false,
  );
  if (there)
    throw failure(
      'guard',
      'file_exists',
      `${path} is there already and is left as it is.`,
      'Name a new file.',
    );
  const writable = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    throw failure(
      'usage',
      'no_folder',
      `${dirname(path)} is no folder that can be written to.`,
      'Name another file.',
    );
}
