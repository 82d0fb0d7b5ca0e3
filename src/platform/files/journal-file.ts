import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainWriteError, type FileWrite } from './file-outcome.ts';
import { inTurn } from './in-turn.ts';
import { countLines, forgetWithout, readLineCount } from './line-count.ts';
import { readSummed, rescued, withSum } from './line-sum.ts';
import { makeFolder } from './make-folder.ts';
import { appendFlags, NotOurs, openOurs, readOurs } from './own-file.ts';
import { parseObject } from './stamped-file.ts';

export type JournalFile<Event> = {
  /** Every event read or appended so far, oldest first; another array after each change. */
  events(): readonly Event[];
  /** On the disk when it resolves with `ok`; remembered for this run in any case. */
  append(event: Event): Promise<FileWrite>;
  /** Whether an event would be on the disk if it were appended now: tried out beside the file. */
  check(): Promise<FileWrite>;
  /** Reads the file again: what another process has appended counts too. What could not be written here stays. */
  reload(): Promise<void>;
  /**
   * Lines that something has damaged, one that breaks off among them: whether a crash has torn it before anything was sent,
   * or something has cut it since, cannot be told. What an append leaves behind that fails is taken away again. With
   * `counted` lines that are gone are among them, and the version line that the file begins with.
   */
  readonly damaged: number;
  /** Why nothing is read or written, in one sentence. */
  readonly problem: string | undefined;
};

/** As much as many events: a disk that takes this has room for the next ones. */
const trialBytes = 4096;

/**
 * An append-only file of JSON lines. The first line is `{"rigdeck": name, "version": n}`. Each append is one
 * write, flushed before it counts, because what it records is followed by a call that costs money. A line that breaks off is
 * skipped when read, and closed off by the next append so that it spoils no other line: the version line behind it says
 * so, and one that says nothing of it was written by a rigdeck that had torn the line itself. A file of an
 * older version gets a line of this one before the next event, so that an older rigdeck leaves it alone. Without a
 * path events live for this run.
 *
 * `decode` returns undefined for an event that it does not know; such a line stays in the file, and is damage unless
 * `isLater` says that it is of a kind of a later version.
 */
export async function openJournalFile<Event extends object>(options: {
  path?: string;
  name: string;
  version: number;
  /** Each line carries a sum of itself (line-sum.ts). */
  summed?: boolean;
  /** How many lines there are is kept beside the file (line-count.ts). */
  counted?: boolean;
  decode: (value: Record<string, unknown>) => Event | undefined;
  isLater?: (value: Record<string, unknown>) => boolean;
  /** Events that belong together, of which one comes first: without it a line is gone, and none is written without it. */
  thread?: (event: Event) => { id: string; isFirst: boolean } | undefined;
}): Promise<JournalFile<Event>> {
  const { path, name, version, summed = false, counted = false, decode, isLater = () => true } = options;
  const { thread = () => undefined } = options;
  let events: readonly Event[] = [];
  /** What could not be written, with its line: an append of the same thread takes it along. */
  const unwritten = new Map<Event, string>();
  let damaged = 0;
  let problem: string | undefined;
  /** Of the newest version line of the file, 0 without one. */
  let stamped = 0;
  /** Whole lines of the file, but for version lines, as far as is known here. */
  let seen = 0;

  async function reload(): Promise<void> {
    if (path === undefined) return;
    problem = undefined;
    damaged = 0;
    // Before the lines: another process may add some meanwhile.
    const counts = counted ? await readLineCount(path) : 0;
    const found = await readOurs(path).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof NotOurs) problem = error.message;
      else if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') problem = `${path} cannot be read.`;
      return undefined;
    });
    const text = found ?? '';
    stamped = 0;
    seen = 0;
    const read: Event[] = [];
    const take = (value: Record<string, unknown>): void => {
      if (typeof value.rigdeck === 'string') {
        // This one began a file that something had emptied.
        if (counted && value.broken_off === true && seen === 0 && stamped === 0) damaged += 1;
        // A version that is no number is none of ours either.
        stamped = Math.max(stamped, typeof value.version === 'number' ? value.version : version + 1);
        if (stamped > version) problem = `${path} was written by a newer rigdeck and is left as it is.`;
        return;
      }
      // The version line that each file begins with is gone.
      if (counted && seen === 0 && stamped === 0 && damaged === 0) damaged += 1;
      seen += 1;
      const event = decode(value);
      if (event) read.push(event);
      else if (!isLater(value)) damaged += 1;
    };
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const value = readSummed(line);
      const values = value === undefined ? rescued(line) : [value];
      if (value === undefined && !(values.length === 0 && wasTornByOwner(lines[index + 1]))) damaged += 1;
      for (const one of values) take(one);
    }
    if (found !== undefined) {
      // No file of ours is without a version line: one that is empty was emptied.
      const emptied = counted && stamped === 0 ? 1 : 0;
      damaged = Math.max(
        damaged,
        counts - seen,
        headless(read.flatMap((event) => thread(event) ?? [])),
        emptied,
      );
    }
    events = [...read, ...unwritten.keys()];
  }
  await reload();

  const header = `${JSON.stringify({ rigdeck: name, version })}\n`;
  const headerBehindDamage = `${JSON.stringify({ rigdeck: name, version, broken_off: true })}\n`;
  /** The last line was torn by this process, which could not take it away again. */
  let tore = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Why nothing can be written at all. */
  function refusal(): FileWrite | undefined {
    if (path === undefined) {
      return {
        ok: false,
        reason: 'failed',
        message: `There is no folder to keep them in: your ${name} last for this run only.`,
      };
    }
    return problem === undefined ? undefined : { ok: false, reason: 'failed', message: problem };
  }

  async function write(added: readonly string[]): Promise<FileWrite> {
    const refused = refusal();
    if (refused !== undefined || path === undefined) return refused as FileWrite;
    try {
      makeFolder(dirname(path));
      const isGone = counted && (await forgetWithout(path));
      if (isGone && (await begin(path, header))) stamped = version;
      const file = await openOurs(path, appendFlags, 0o600);
      try {
        const { size } = await file.stat();
        const tail = Buffer.alloc(1);
        if (size > 0) await file.read(tail, 0, 1, size - 1);
        const closing = size === 0 || tail.toString() === '\n' ? '' : '\n';
        const stamp = size === 0 || closing !== '' || stamped < version ? header : '';
        const isDamaged = (closing !== '' && !tore) || (counted && !isGone && size === 0);
        const text = `${closing}${isDamaged ? headerBehindDamage : stamp}${added.join('\n')}\n`;
        try {
          // Not `write`, which leaves a part behind on a full disk and calls that a success.
          await file.appendFile(text);
          await file.sync();
        } catch (error) {
          tore = !(await takeAway(file, size, text));
          throw error;
        }
        stamped = version;
        tore = false;
        seen += added.length;
        if (counted) await countLines(path, added.length, seen);
        return { ok: true };
      } finally {
        await file.close();
      }
    } catch (error) {
      return explainWriteError(error, path);
    }
  }

  async function tryOut(): Promise<FileWrite> {
    const refused = refusal();
    if (refused !== undefined || path === undefined) return refused as FileWrite;
    const beside = `${path}.${randomUUID()}.trial`;
    try {
      makeFolder(dirname(path));
      const isGone = counted && (await forgetWithout(path));
      // An empty file would count as one that something has emptied.
      if (!isGone) await (await openOurs(path, counted ? addFlags : appendFlags, 0o600)).close();
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.appendFile(Buffer.alloc(trialBytes));
        await file.sync();
      } finally {
        await file.close();
        await unlink(beside).catch(() => {});
      }
      return { ok: true };
    } catch (error) {
      return explainWriteError(error, path);
    }
  }

  return {
    events: () => events,
    append(event) {
      events = [...events, event];
      const json = JSON.stringify(event);
      const line = summed ? withSum(json) : json;
      unwritten.set(event, line);
      const done = last.then(async () => {
        const waiting = [...unwritten.keys()];
        const id = thread(event)?.id;
        // Those behind it wait for their own turn.
        const before = waiting
          .slice(0, waiting.indexOf(event))
          .filter((one) => id !== undefined && thread(one)?.id === id);
        const lines = [...before.map((one) => unwritten.get(one) ?? ''), line];
        const written = await (counted && path !== undefined
          ? inTurn(path, () => write(lines))
          : write(lines));
        if (written.ok) for (const one of [...before, event]) unwritten.delete(one);
        return written;
      });
      last = done;
      return done;
    },
    check() {
      const done = last.then(tryOut);
      last = done;
      return done;
    },
    reload() {
      const done = last.then(reload);
      last = done;
      return done;
    },
    get damaged() {
      return damaged;
    },
    get problem() {
      return problem;
    },
  };
}

/** How many threads begin with a line that is not their first. */
function headless(lines: readonly { id: string; isFirst: boolean }[]): number {
  const isWhole = new Map<string, boolean>();
  for (const { id, isFirst } of lines) if (!isWhole.has(id)) isWhole.set(id, isFirst);
  return [...isWhole.values()].filter((whole) => !whole).length;
}

/** Opens what is there and makes nothing. */
const addFlags = appendFlags & ~constants.O_CREAT;

/** Makes a file whole, so that nobody ever sees it empty. False where it is there meanwhile, or cannot be made so here. */
async function begin(path: string, header: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.new`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.appendFile(header);
    await file.sync();
    return await link(beside, path).then(
      () => true,
      () => false,
    );
  } finally {
    await file.close();
    await unlink(beside).catch(() => {});
  }
}

/** Whether the line behind one that is no JSON is a version line that does not call it damage. */
function wasTornByOwner(next = ''): boolean {
  const value = parseObject(next);
  return typeof value?.rigdeck === 'string' && value.broken_off !== true;
}

/** Takes away what a failed append has left from `size` on; false where that is not known to be all ours, or stays. */
async function takeAway(file: FileHandle, size: number, text: string): Promise<boolean> {
  try {
    const tail = Buffer.alloc(Buffer.byteLength(text) + 1);
    const { bytesRead } = await file.read(tail, 0, tail.length, size);
    if (!Buffer.from(text).subarray(0, bytesRead).equals(tail.subarray(0, bytesRead))) return false;
    if (bytesRead > 0) await file.truncate(size);
    return true;
  } catch {
    return false;
  }
}
