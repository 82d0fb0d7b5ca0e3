import { lstat } from 'node:fs/promises';
import { removeFile } from './atomic-file.ts';
import { stampedFiles } from './stamped-file.ts';

/**
 * How many lines a journal is known to have had, in a file beside it: a line that is gone whole leaves no trace in the
 * journal. Where that cannot be read or written nothing is known, and the journal counts as it is.
 */

const stamp = { version: 1 };
const beside = (path: string): string => `${path}.count`;

export async function readLineCount(path: string): Promise<number> {
  const read = await stampedFiles.read(beside(path), stamp);
  const lines = read.ok ? read.data.lines : undefined;
  return typeof lines === 'number' && Number.isSafeInteger(lines) ? lines : 0;
}

/** The journal has some lines more; `seen` is how many are known to be in it. What it lacked before it lacks still. */
export async function countLines(path: string, added: number, seen: number): Promise<void> {
  const lines = Math.max((await readLineCount(path)) + added, seen);
  await stampedFiles.write(beside(path), stamp, { lines });
}

/** Whoever moves a journal away begins another one. Answers whether it is gone. */
export async function forgetWithout(path: string): Promise<boolean> {
  const isGone = await lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (isGone) await removeFile(beside(path));
  return isGone;
}
