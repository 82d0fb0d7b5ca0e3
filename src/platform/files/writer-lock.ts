import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { link, readdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { explainWriteError } from './file-outcome.ts';
import { makeFolder } from './make-folder.ts';
import { readOurs } from './own-file.ts';
import { lives, ownMark, type ProcessMark } from './process-mark.ts';
import { parseObject } from './stamped-file.ts';

/** Who holds a lock, and since when (epoch ms). `path` is the file that says so. */
export type LockHolder = ProcessMark & { since: number; path: string; alive: 'yes' | 'unknown' };

export type LockOutcome =
  /** `release` gives it back, at once, so that it can be called while a process ends. */
  | { kind: 'mine'; release(): void; held(): Promise<boolean> }
  | { kind: 'held'; by: LockHolder }
  /** No lock can be written here. */
  | { kind: 'unguarded'; message: string };

const attempts = 50;

/**
 * Takes a lock that lasts as long as this process, or says who holds it. A lock is the file with the highest number:
 * `<path>.7` while it is held, `<path>.7.free` after it was given back. Whoever takes it creates the next number, which
 * the system lets one process alone do, so that of two who find the same dead holder exactly one follows it. The
 * highest number is never removed before a higher one stands, so that a process that was asleep in between cannot
 * create a number that was used before and take it for the highest.
 */
export async function takeLock(path: string, now: number): Promise<LockOutcome> {
  const mark = ownMark();
  const record = `${JSON.stringify({ version: 1, ...mark, since: now })}\n`;
  try {
    makeFolder(dirname(path));
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const all = await numbered(path);
      const top = highest(all);
      const holder = top?.free === false ? await readHolder(path, top.n, mark) : undefined;
      if (holder !== undefined) return { kind: 'held', by: holder };
      const n = (top?.n ?? 0) + 1;
      if (!(await createWhole(`${path}.${n}`, record))) continue;
      const after = await numbered(path);
      if (after.some((other) => other.n > n || (other.n === n && other.free))) {
        await unlink(`${path}.${n}`).catch(() => {});
        continue;
      }
      for (const old of after.filter((other) => other.n < n)) await unlink(fileOf(path, old)).catch(() => {});
      return {
        kind: 'mine',
        release: () => giveBack(`${path}.${n}`),
        held: async () => {
          const last = highest(await numbered(path));
          return last?.n === n && !last.free;
        },
      };
    }
    return { kind: 'unguarded', message: `${path} could not be taken: too many ask for it at once.` };
  } catch (error) {
    const outcome = explainWriteError(error, path);
    return { kind: 'unguarded', message: outcome.ok ? '' : outcome.message };
  }
}

type Numbered = { n: number; free: boolean };

const fileOf = (path: string, { n, free }: Numbered) => `${path}.${n}${free ? '.free' : ''}`;

async function numbered(path: string): Promise<Numbered[]> {
  const name = `${basename(path)}.`;
  const found: Numbered[] = [];
  for (const file of await readdir(dirname(path))) {
    const [, n, free] = file.startsWith(name)
      ? (/^(\d{1,15})(\.free)?$/.exec(file.slice(name.length)) ?? [])
      : [];
    if (n !== undefined) found.push({ n: Number(n), free: free !== undefined });
  }
  return found;
}

/** Of a number that stands there both ways the held one counts. */
const highest = (all: readonly Numbered[]): Numbered | undefined =>
  all.reduce<Numbered | undefined>(
    (best, one) => (best === undefined || one.n > best.n || (one.n === best.n && best.free) ? one : best),
    undefined,
  );

/** The holder, unless it is known to be gone. A record is written whole or not at all, so that a damaged one is nobody's. */
async function readHolder(path: string, n: number, own: ProcessMark): Promise<LockHolder | undefined> {
  const file = `${path}.${n}`;
  const value = parseObject(await readOurs(file).catch(() => ''));
  const { pid, host, started, since } = value ?? {};
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0 || typeof host !== 'string')
    return undefined;
  const mark: ProcessMark = { pid, host, ...(typeof started === 'string' && { started }) };
  const alive = lives(mark, own);
  if (alive === 'no') return undefined;
  return { ...mark, since: typeof since === 'number' ? since : 0, path: file, alive };
}

/** Creates a file with its content in one step; false when it is there already. */
async function createWhole(file: string, text: string): Promise<boolean> {
  // A process id is no name here: folders are shared between machines, and what a crash left behind stays.
  const beside = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    await link(beside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    // Also what a full disk has left of it.
    await unlink(beside).catch(() => {});
  }
}

function giveBack(file: string): void {
  try {
    renameSync(file, `${file}.free`);
  } catch {
    // It was taken away by hand, or cannot be written: the next one finds that this process is gone.
  }
}
