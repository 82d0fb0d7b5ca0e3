/** What came of writing. A home that cannot be written is an everyday case (containers), so nothing is thrown. */
export type FileWrite =
  | { ok: true }
  | { ok: false; reason: 'link' | 'read-only' | 'full' | 'failed'; message: string };

export type FileRead =
  | { ok: true; text: string }
  | { ok: false; reason: 'missing' | 'not-private' | 'link' | 'unreadable'; message: string };

/** One plain sentence for a failed write, from the system's error code. */
export function explainWriteError(error: unknown, path: string): FileWrite {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return {
        ok: false,
        reason: 'read-only',
        message: `${path} cannot be written here, so it is not kept.`,
      };
    case 'ENOSPC':
    case 'EDQUOT':
      return { ok: false, reason: 'full', message: `There is no room left for ${path}, so it is not kept.` };
    case 'ENOTOURS':
      return { ok: false, reason: 'failed', message: (error as Error).message };
    default:
      return { ok: false, reason: 'failed', message: `${path} could not be written, so it is not kept.` };
  }
}

/** Whether only the owner can read and write it. Windows keeps no such bits; its user folder is private already. */
export function isPrivateMode(mode: number, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' || (mode & 0o077) === 0;
}
