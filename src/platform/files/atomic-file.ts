import { constants } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainWriteError, type FileRead, type FileWrite, isPrivateMode } from './file-outcome.ts';
import { makeFolder } from './make-folder.ts';
import { NotOurs, openOurs, ownTarget, readFlags } from './own-file.ts';

let written = 0;

/**
 * Replaces a file in one step: a new file beside it (O_EXCL, 0600), flushed to the disk, then renamed over it.
 * Whoever reads sees the old text or the new one, and a crash leaves the old one. The folder is made 0700.
 * A link is followed, for people who keep their settings elsewhere, unless `secret` says to refuse it.
 */
export async function writeAtomically(
  path: string,
  text: string,
  options: { secret?: boolean } = {},
): Promise<FileWrite> {
  try {
    makeFolder(dirname(path));
    const isLink = await lstat(path).then(
      (s) => s.isSymbolicLink(),
      () => false,
    );
    if (isLink && options.secret) return { ok: false, reason: 'link', message: linkMessage(path) };
    const target = ownTarget(path);
    // Root could take the place of a device: a rename asks nobody.
    if (await isOther(target))
      throw new NotOurs(`${path} is no plain file and is left as it is. Move it away.`);
    const temporary = await writeBeside(target, text);
    try {
      await rename(temporary, target);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
    await flushFolder(dirname(target));
    return { ok: true };
  } catch (error) {
    return explainWriteError(error, path);
  }
}

/** Reads a text file of ours (`own-file.ts`). With `secret`, one that others can read, or that is a link, is refused with the way out. */
export async function readText(path: string, options: { secret?: boolean } = {}): Promise<FileRead> {
  try {
    const file = options.secret
      ? await open(path, readFlags | (constants.O_NOFOLLOW ?? 0))
      : await openOurs(path, readFlags);
    try {
      const stat = await file.stat();
      const { mode } = stat;
      if (!stat.isFile()) throw new NotOurs(`${path} is no plain file and is left as it is. Move it away.`);
      if (options.secret && !isPrivateMode(mode)) {
        const message = `${path} can be read by others, so it is not used. Close it with: chmod 600 ${path}`;
        return { ok: false, reason: 'not-private', message };
      }
      return { ok: true, text: await file.readFile('utf8') };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof NotOurs) return { ok: false, reason: 'unreadable', message: error.message };
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { ok: false, reason: 'missing', message: `There is no ${path}.` };
    if (code === 'ELOOP') return { ok: false, reason: 'link', message: linkMessage(path) };
    return { ok: false, reason: 'unreadable', message: `${path} cannot be read.` };
  }
}

/** Removes a file; one that is not there counts as removed. */
export async function removeFile(path: string): Promise<FileWrite> {
  try {
    await unlink(path);
    return { ok: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ok: true };
    return explainWriteError(error, path);
  }
}

/** Whether something other than a file or a folder stands there; of a folder the rename itself tells. */
const isOther = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

async function writeBeside(target: string, text: string): Promise<string> {
  for (;;) {
    written += 1;
    const temporary = `${target}.${process.pid}-${written}.tmp`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } catch (error) {
        await unlink(temporary).catch(() => {});
        throw error;
      } finally {
        await file.close();
      }
      return temporary;
    } catch (error) {
      // A leftover of a crashed run with the same process id: take the next name.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Makes the rename itself survive a power cut, where the system can flush a folder. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  if (!folder) return;
  await folder.sync().catch(() => {});
  await folder.close();
}

function linkMessage(path: string): string {
  return `${path} is a link, so it is not used for keys. Put the file itself there, or remove the link.`;
}
