import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner can enter, and what is missing above it. Throws the system's error at the first that
 * cannot be made. Node's own `recursive` asks without end below a folder that is there and takes none, as /proc.
 */
export function makeFolder(path: string): void {
  const lacking = whyNot(path);
  if (lacking === undefined) return;
  if (lacking.code !== 'ENOENT' || dirname(path) === path) throw lacking;
  makeFolder(dirname(path));
  // What is above it is there: nothing more can be done. Another process may have made it meanwhile.
  const still = whyNot(path);
  if (still !== undefined) throw still;
}

/** Why it is not there now, after a try to make it. */
function whyNot(path: string): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? undefined : (error as Error);
  }
}
