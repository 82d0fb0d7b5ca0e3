import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { State } from './state.ts';

/** How many of the latest requests are kept in the file: a log is worth less than a quick write. */
const keptRequests = 2_000;

/**
 * Reads the state that was written before; undefined when there is no file yet. Throws a sentence when the file
 * is not one of ours: it is never written over.
 */
export function readStateFile(path: string): State | undefined {
  if (!existsSync(path)) return undefined;
  let state: Partial<State>;
  try {
    // A pipe that nobody writes to would be waited for.
    if (!statSync(path).isFile()) throw new Error('no plain file');
    state = JSON.parse(readFileSync(path, 'utf8')) as Partial<State>;
  } catch {
    throw new Error(`${path} is not a sandbox state: it is not JSON. Move it away or name another file.`);
  }
  if (state.version !== 1 || !Array.isArray(state.instances)) {
    throw new Error(`${path} is not a sandbox state of this version. Move it away or name another file.`);
  }
  // A file of before there were scheduled jobs or transfers has none.
  const { scheduledJobs = [], transfers = [], nextId } = state as State;
  return {
    ...(state as State),
    scheduledJobs,
    transfers,
    nextId: { ...nextId, scheduledJob: nextId.scheduledJob ?? 901 },
  };
}

/** Which file it was that was written; another one in its place is somebody else's. */
export type Written = { ino: number; mtimeMs: number; size: number };

/** Somebody else has written there: two sandboxes over one file would each undo what the other keeps. */
export class WrittenElsewhere extends Error {}

/**
 * Writes the state so that a reader finds either the old one or the new one, whole, whenever this process or the
 * machine ends: a new file, on disk before it takes the name. Throws a sentence when that fails, or when the file is not
 * the one of `before`; the old one stays.
 */
export function writeStateFile(path: string, state: State, before?: Written): Written {
  const next = `${path}.next`;
  if (before !== undefined && !isSame(markOf(path), before))
    throw new WrittenElsewhere(`Another program has changed ${path}.`);
  try {
    writeNext(path, next, state);
    return markOf(path) as Written;
  } catch (error) {
    try {
      rmSync(next, { force: true });
    } catch {
      // There is none.
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The sandbox could not be kept in ${path} (${code ?? 'unknown reason'}).`);
  }
}

function markOf(path: string): Written | undefined {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return { ino, mtimeMs, size };
  } catch {
    return undefined;
  }
}

/** A file that was taken away is written again. */
const isSame = (now: Written | undefined, before: Written): boolean =>
  now === undefined || (now.ino === before.ino && now.mtimeMs === before.mtimeMs && now.size === before.size);

function writeNext(path: string, next: string, state: State): void {
  const requests = state.requests.slice(-keptRequests);
  makeFolder(dirname(path));
  // What a crash has left goes; what somebody puts in its place meanwhile, as a link, is not written to.
  rmSync(next, { force: true });
  const file = openSync(next, 'wx', 0o600);
  try {
    writeFileSync(file, JSON.stringify({ ...state, requests }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
  syncFolder(dirname(path));
}

/** The new name is on disk, too. Not every system lets a folder be opened. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // The rename has happened; only a power cut right now could take it back.
  }
}
