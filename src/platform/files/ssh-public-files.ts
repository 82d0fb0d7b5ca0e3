import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readOurs } from './own-file.ts';

/** A file that may hold a public key; its text is judged by whoever reads it. */
export type PublicKeyFile = { name: string; path: string; text: string };

/** No public key is near this size. */
const limit = 16 * 1024;

/** The `.pub` files of the person's ~/.ssh, by name; none where there is no such folder, or no home. Nothing else there is opened. */
export async function publicKeyFiles(home: string | undefined): Promise<PublicKeyFile[]> {
  if (home === undefined) return [];
  const folder = join(home, '.ssh');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pub')).sort();
  const read = names.map(async (name): Promise<PublicKeyFile[]> => {
    const path = join(folder, name);
    try {
      const text = await readOurs(path, limit);
      return [{ name, path, text }];
    } catch {
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}
