/**
 * What a file has to be before we read it or write to it: a plain file, ours, that nobody else can change, reached
 * through no link of somebody else's. Whatever else stands in its place, as a pipe that nobody writes to, is refused at
 * once and never waited for.
 */

import { constants, lstatSync, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Why a file was not opened: `message` is a sentence for the person. */
export class NotOurs extends Error {
  readonly code = 'ENOTOURS';
}

type Facts = Pick<Stats, 'uid' | 'mode' | 'isFile'>;

const noWait = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
export const readFlags = constants.O_RDONLY | noWait;
export const appendFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noWait;
/** For a file that is only written to, which may be a device. */
export const logFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noWait;
const noFollow = constants.O_NOFOLLOW ?? 0;

/** The user of this process; undefined where there are no such numbers. */
const ownUid = (): number | undefined => process.getuid?.();

/**
 * Whether `uid` is neither ours nor root's. Root itself takes the files of everybody: a home that is mounted into a
 * container often belongs to somebody else.
 */
export const isStranger = (uid: number, own: number | undefined = ownUid()): boolean =>
  own !== undefined && own !== 0 && uid !== own && uid !== 0;

/** Why a file that was opened is not taken, in a sentence. Undefined when it is. */
export function whyNotOurs(
  path: string,
  stat: Facts,
  own: number | undefined = ownUid(),
): string | undefined {
  const { uid, mode } = stat;
  if (!stat.isFile()) return `${path} is no plain file and is left as it is. Move it away.`;
  if (own === undefined) return undefined;
  if (isStranger(uid, own)) return `${path} belongs to somebody else, so it is not used. Move it away.`;
  if ((mode & 0o002) !== 0)
    return `${path} can be changed by anybody, so it is not used. Close it with: chmod o-w ${path}`;
  return undefined;
}

/** Where a path leads to: a link of ours is followed, one that somebody else has put there is not. */
export function ownTarget(path: string): string {
  let link: Stats;
  try {
    link = lstatSync(path);
  } catch {
    return path;
  }
  if (!link.isSymbolicLink()) return path;
  if (isStranger(link.uid))
    throw new NotOurs(`${path} is a link that somebody else has made, so it is not followed. Remove it.`);
  return realpathSync(path);
}

/** Opens a file of ours. Rejects with NotOurs, or as the system does. */
export async function openOurs(path: string, flags: number, mode?: number): Promise<FileHandle> {
  // What takes the place of the target meanwhile is no link, or it is not opened.
  const file = await open(ownTarget(path), flags | noFollow, mode);
  try {
    const stat = await file.stat();
    // A device holds nothing that could be somebody's; whether it takes a line shows when it is written.
    if ((flags & constants.O_APPEND) !== 0 && stat.isCharacterDevice()) return file;
    const why = whyNotOurs(path, stat);
    if (why !== undefined) throw new NotOurs(why);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of a file of ours, unless it has more bytes than `limit`. Rejects as `openOurs` does. */
export async function readOurs(path: string, limit = Number.POSITIVE_INFINITY): Promise<string> {
  const file = await openOurs(path, readFlags);
  try {
    if ((await file.stat()).size > limit) throw new NotOurs(`${path} is too large for what it should be.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
