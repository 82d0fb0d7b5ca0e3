import { lstat, open, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { writeAtomically } from './atomic-file.ts';
import { explainWriteError, type FileWrite } from './file-outcome.ts';
import { type Places, typedPath } from './typed-path.ts';

/** `git`: a commit may carry it away; `synced`: a program copies that folder to other machines. */
export type NewFileWarning = { kind: 'git' | 'synced'; message: string };
export type NewFile =
  | { ok: true; path: string; warnings: NewFileWarning[] }
  | { ok: false; reason: 'exists' | 'no-folder' | 'no-name'; message: string }
  | Extract<FileWrite, { ok: false }>;

/** Folders that well-known programs copy elsewhere by themselves. */
const syncedFolder =
  /^(dropbox|onedrive|google ?drive|my drive|icloud ?drive|mobile documents|com~apple~clouddocs|cloudstorage|nextcloud|owncloud|pcloud ?drive|mega|yandex\.?disk|syncthing)\b/i;
const syncMarks = ['.stfolder', '.dropbox'];

/**
 * Writes a secret into a file that did not exist before, readable by its owner alone (0600, O_EXCL). An existing
 * file or link, even one that leads nowhere, is refused and left as it is; a folder is not made. What could carry
 * the file away from this machine is told with the success, since only the person can judge it.
 */
export async function writeNewFile(path: string, text: string, places: Places): Promise<NewFile> {
  if (path.trim() === '' || /[/\\]$/.test(path.trim())) {
    return { ok: false, reason: 'no-name', message: 'Name a file, not only a folder.' };
  }
  const typed = typedPath(path, places);
  if (!typed.ok) return { ok: false, reason: 'no-folder', message: typed.message };
  const target = typed.path;
  try {
    const file = await open(target, 'wx', 0o600);
    try {
      await file.writeFile(text);
      // The umask may have taken more than it should.
      await file.chmod(0o600);
      await file.sync();
    } catch (error) {
      // Half a set of codes would look like a whole one.
      await unlink(target).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    return refusal(error, target);
  }
  await flushFolder(dirname(target));
  return { ok: true, path: target, warnings: await warningsFor(target) };
}

/**
 * The same in the place of a file that is there, in one step: whoever reads sees the old text or the new one. The new one
 * is 0600 whatever the old one was; a folder or a link is left alone.
 */
export async function writeOver(path: string, text: string, places: Places): Promise<NewFile> {
  const typed = typedPath(path, places);
  if (!typed.ok) return writeNewFile(path, text, places);
  const target = typed.path;
  const there = await lstat(target).catch(() => undefined);
  if (there === undefined) return writeNewFile(path, text, places);
  if (!there.isFile())
    return { ok: false, reason: 'exists', message: `${target} is no plain file and is left as it is.` };
  const written = await writeAtomically(target, text, { secret: true });
  return written.ok ? { ok: true, path: target, warnings: await warningsFor(target) } : written;
}

function refusal(error: unknown, path: string): NewFile {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
    case 'EISDIR':
      return {
        ok: false,
        reason: 'exists',
        message: `${path} is there already and is left as it is. Choose another name.`,
      };
    case 'ENOENT':
    case 'ENOTDIR':
      return { ok: false, reason: 'no-folder', message: `There is no folder ${dirname(path)}.` };
    default: {
      const outcome = explainWriteError(error, path);
      if (outcome.ok) throw error;
      return outcome;
    }
  }
}

async function warningsFor(path: string): Promise<NewFileWarning[]> {
  const real = await realpath(path).catch(() => path);
  const warnings: NewFileWarning[] = [];
  let synced = real.split(sep).some((name) => syncedFolder.test(name));
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (warnings.length === 0 && (await exists(join(folder, '.git')))) {
      const message = `It lies in the git tree ${basename(folder) || folder}: see that no commit takes it along.`;
      warnings.push({ kind: 'git', message });
    }
    for (const mark of syncMarks) synced ||= await exists(join(folder, mark));
    if (dirname(folder) === folder) break;
  }
  if (synced) {
    warnings.push({ kind: 'synced', message: 'That folder is copied to other machines by itself.' });
  }
  return warnings;
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Makes the new name itself survive a power cut, where the system can flush a folder. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
