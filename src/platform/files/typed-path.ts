import { isAbsolute, join, resolve } from 'node:path';
import { homeOf } from './paths.ts';

/** From where a typed path is read. Either may be missing: no HOME in a container, a working folder that was removed. */
export type Places = { home: string | undefined; cwd: string | undefined };

/** Those of this process. Never throws. */
export function placesOf(
  env: Record<string, string | undefined>,
  workingFolder: () => string = process.cwd,
): Places {
  let cwd: string | undefined;
  try {
    cwd = workingFolder();
  } catch {
    // Somebody has removed it.
  }
  return { home: homeOf(env), cwd };
}

export type TypedPath = { ok: true; path: string } | { ok: false; message: string };

/** A path as typed, absolute: `~` is the home folder, and nobody else's. What cannot be told is refused in a sentence. */
export function typedPath(path: string, { home, cwd }: Places): TypedPath {
  const typed = path.trim();
  const fromHome = /^~(?:[/\\]|$)/.test(typed);
  if (fromHome && home === undefined)
    return { ok: false, message: 'There is no home folder (HOME): write the whole path, from /.' };
  if (fromHome && home !== undefined) return { ok: true, path: join(home, typed.slice(1)) };
  if (isAbsolute(typed)) return { ok: true, path: resolve(typed) };
  if (cwd === undefined)
    return { ok: false, message: 'The folder that this runs in is gone: write the whole path, from /.' };
  return { ok: true, path: resolve(cwd, typed) };
}
