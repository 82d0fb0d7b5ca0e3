import { readText, removeFile, writeAtomically } from './atomic-file.ts';
import type { FileRead, FileWrite } from './file-outcome.ts';
import { inTurn } from './in-turn.ts';
import { isObject } from './is-object.ts';

export type Stamp = {
  /** What is written, and the newest that can be read. */
  version: number;
  /** Holds secrets: not read when others may read it or when it is a link, and never written through a link. */
  secret?: boolean;
  /** Brings the content of an older version up to `version`. */
  migrate?: (data: Record<string, unknown>, from: number) => Record<string, unknown>;
};

export type StampedRead =
  | { ok: true; data: Record<string, unknown> }
  | {
      ok: false;
      reason: Exclude<FileRead, { ok: true }>['reason'] | 'damaged' | 'newer';
      message: string;
    };

/** `foreign`: what stands there could not be read, and was left as it is. */
export type StampedChange = FileWrite | { ok: false; reason: 'foreign'; message: string };

/** JSON files that carry a version. What a newer rigdeck wrote, or a hand broke, is reported and left alone. */
export const stampedFiles = {
  async read(path: string, stamp: Stamp): Promise<StampedRead> {
    const file = await readText(path, stamp);
    if (!file.ok) return file;
    const data = parseObject(file.text);
    if (data === undefined || typeof data.version !== 'number') {
      const message = `${path} is damaged and is left as it is. Mend it, or move it away to start anew.`;
      return { ok: false, reason: 'damaged', message };
    }
    const { version, ...content } = data;
    if (version > stamp.version) {
      return {
        ok: false,
        reason: 'newer',
        message: `${path} was written by a newer rigdeck and is left as it is.`,
      };
    }
    if (version === stamp.version || stamp.migrate === undefined) return { ok: true, data: content };
    return { ok: true, data: stamp.migrate(content, version) };
  },

  write(path: string, stamp: Stamp, data: Record<string, unknown>): Promise<FileWrite> {
    return writeAtomically(path, `${JSON.stringify({ version: stamp.version, ...data }, null, 2)}\n`, stamp);
  },

  /** Writes what `of` makes of what stands there; without a file of `undefined`, and `undefined` removes it. */
  change(
    path: string,
    stamp: Stamp,
    of: (now: Record<string, unknown> | undefined) => Record<string, unknown> | undefined,
  ): Promise<StampedChange> {
    return inTurn(path, async () => {
      const read = await stampedFiles.read(path, stamp);
      if (!read.ok && read.reason !== 'missing')
        return { ok: false, reason: 'foreign', message: read.message };
      const next = of(read.ok ? read.data : undefined);
      return next === undefined ? removeFile(path) : stampedFiles.write(path, stamp, next);
    });
  },
};

/** The object that a text holds, or undefined. */
export function parseObject(text: string): (Record<string, unknown> & { version?: number }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
