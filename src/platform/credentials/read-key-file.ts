import { open } from 'node:fs/promises';

/** No key is near this size; a wrong path to something huge is not read to its end. */
const limit = 64 * 1024;

/** The text of a file named by a flag or a variable. Its mode is the user's business: a mounted secret is often 0444. */
export async function readKeyFile(
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; reason: string }> {
  try {
    const file = await open(path, 'r');
    try {
      if ((await file.stat()).isDirectory()) return { ok: false, reason: 'this is a folder.' };
      const buffer = Buffer.alloc(limit + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length);
        length += bytesRead;
        if (length > limit) return { ok: false, reason: 'this is too large to be a key.' };
        if (bytesRead === 0) return { ok: true, text: buffer.toString('utf8', 0, length) };
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file.',
      EACCES: 'you may not read this file.',
      EISDIR: 'this is a folder.',
    };
    return { ok: false, reason: reasons[code ?? ''] ?? 'the file cannot be read.' };
  }
}
