import { closeSync, fchmodSync, fstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { makeFolder } from '../files/make-folder.ts';
import { logFlags, ownTarget } from '../files/own-file.ts';
import type { Redactor } from './redact.ts';

const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void> & {
  /** The newest lines of this run as they were written, oldest first; kept for a crash report. */
  last(count?: number): string[];
  /** Whether what a call carries is wanted too, its secrets masked. */
  readonly contents: boolean;
};

const version = 1;
const remembered = 50;

export type LogOptions = {
  /** None: lines are only remembered. */
  path?: string;
  clock: Clock;
  redactor: Redactor;
  /** Lines below it are dropped. */
  level?: LogLevel;
  contents?: boolean;
  /** A full file becomes `.1`, that `.2`, and so on; the oldest goes. */
  maxBytes?: number;
  files?: number;
};

/** `--debug` or RIGDECK_DEBUG (anything but empty and 0) logs every call, RIGDECK_DEBUG=api what it carries too. */
export function logWishes(
  debugFlag: boolean,
  env: Record<string, string | undefined>,
): { level: LogLevel; contents: boolean } {
  const wish = env.RIGDECK_DEBUG ?? '';
  const level = debugFlag || !['', '0', 'false'].includes(wish) ? 'debug' : 'info';
  return { level, contents: wish === 'api' };
}

/**
 * A log of JSON lines: `{at, level, event, …fields}`, `at` in ISO form. Every line goes through the redactor.
 * It is written at once, so that the last line before a crash is there; what cannot be written is left out, and the
 * program goes on without.
 */
export function openLog(options: LogOptions): Log {
  const {
    path,
    clock,
    redactor,
    level = 'info',
    maxBytes = 1_000_000,
    files = 5,
    contents = false,
  } = options;
  const lines: string[] = [];
  /** The last line could not be written, or not whole: where the file stands now is looked at anew. */
  let failed = false;
  /** Undefined before the first line, and for what is no plain file: a device or a pipe has no size and no successor. */
  let size: number | undefined;

  function append(line: string): void {
    if (path === undefined) return;
    const bytes = Buffer.byteLength(line) + 1;
    const known = size;
    try {
      if (lines.length === 1 || failed) size = begin(path);
      // A part of a line of before must not spoil this one.
      const closing = failed && size !== known && size !== undefined && size > 0 ? '\n' : '';
      if (size !== undefined && size > 0 && size + bytes > maxBytes) {
        rotate(path, files);
        size = begin(path);
      }
      const head = size === 0 ? `${JSON.stringify({ rigdeck: 'log', version })}\n` : closing;
      const text = `${head}${line}\n`;
      write(path, text);
      if (size !== undefined) size += Buffer.byteLength(text);
      failed = false;
    } catch {
      failed = true;
    }
  }

  const writer = (lineLevel: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    if (logLevels.indexOf(lineLevel) < logLevels.indexOf(level)) return;
    const at = new Date(clock.now()).toISOString();
    const rest = fields === undefined ? {} : (redactor.value(fields) as Record<string, unknown>);
    const named = { at, level: lineLevel, event: redactor.text(event) };
    // A field of the caller's takes none of these away.
    const line = JSON.stringify({ ...named, ...rest, ...named });
    lines.push(line);
    if (lines.length > remembered) lines.shift();
    append(line);
  };

  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    contents,
    last: (count = remembered) => lines.slice(-count),
  };
}

/** Makes the file, open to the user only, and gives its size. What is no plain file, as a device, stays as it is. */
function begin(path: string): number | undefined {
  makeFolder(dirname(path));
  return inFile(path, (file) => {
    const found = fstatSync(file);
    if (!found.isFile()) return undefined;
    fchmodSync(file, 0o600);
    return found.size;
  });
}

const write = (path: string, text: string) => inFile(path, (file) => writeFileSync(file, text));

/** Opens it anew each time, since another rigdeck may have turned it over; a pipe without a reader is not waited for. */
function inFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(ownTarget(path), logFlags, 0o600);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function rotate(path: string, files: number): void {
  for (let i = files - 1; i >= 1; i -= 1) {
    const from = i === 1 ? path : `${path}.${i - 1}`;
    try {
      renameSync(from, `${path}.${i}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
