import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainWriteError, type FileWrite } from './file-outcome.ts';
import { parseObject } from './stamped-file.ts';

export type JournalFile<Event> = {
  /** Every event read at the start or appended since, oldest first. */
  events(): readonly Event[];
  /** On the disk when it resolves with `ok`; remembered for this run in any case. */
  append(event: Event): Promise<FileWrite>;
  /** Lines that could not be read, a torn last one included. */
  readonly skipped: number;
  /** Why nothing is read or written, in one sentence. */
  readonly problem: string | undefined;
};

/**
 * An append-only file of JSON lines. The first line is `{"rigdeck": name, "version": n}`. Each append is one
 * write, flushed before it counts, because what it records is followed by a call that costs money. A line torn
 * by a crash is skipped when read, and closed off by the next append so that it spoils no other line. Without a
 * path events live for this run.
 *
 * `decode` returns undefined for an event that it does not know; such a line stays in the file.
 */
export async function openJournalFile<Event extends object>(options: {
  path?: string;
  name: string;
  version: number;
  decode: (value: Record<string, unknown>) => Event | undefined;
}): Promise<JournalFile<Event>> {
  const { path, name, version, decode } = options;
  const events: Event[] = [];
  let skipped = 0;
  let problem: string | undefined;

  if (path !== undefined) {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') problem = `${path} cannot be read.`;
      return '';
    });
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const value = parseObject(line);
      if (value === undefined) skipped += 1;
      else if (typeof value.rigdeck === 'string') {
        if ((value.version ?? 0) > version)
          problem = `${path} was written by a newer rigdeck and is left as it is.`;
      } else {
        const event = decode(value);
        if (event) events.push(event);
      }
    }
  }

  const header = `${JSON.stringify({ rigdeck: name, version })}\n`;
  let last: Promise<unknown> = Promise.resolve();

  async function write(line: string): Promise<FileWrite> {
    if (path === undefined) {
      return {
        ok: false,
        reason: 'failed',
        message: `There is no home folder: your ${name} last for this run only.`,
      };
    }
    if (problem !== undefined) return { ok: false, reason: 'failed', message: problem };
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        const tail = Buffer.alloc(1);
        if (size > 0) await file.read(tail, 0, 1, size - 1);
        const before = size === 0 ? header : tail.toString() === '\n' ? '' : '\n';
        await file.write(`${before}${line}\n`);
        await file.sync();
        return { ok: true };
      } finally {
        await file.close();
      }
    } catch (error) {
      return explainWriteError(error, path);
    }
  }

  return {
    events: () => events,
    append(event) {
      events.push(event);
      const line = JSON.stringify(event);
      const done = last.then(() => write(line));
      last = done;
      return done;
    },
    get skipped() {
      return skipped;
    },
    get problem() {
      return problem;
    },
  };
}
