import type { FileWrite } from './file-outcome.ts';
import { type Stamp, stampedFiles } from './stamped-file.ts';

/** The commands of the deck, oldest first. */
export type CommandHistory = {
  list(): readonly string[];
  /** Puts the list in the place of the one before, and keeps what another rigdeck has added; a file that cannot be read or written is left alone. */
  keep(lines: readonly string[]): Promise<FileWrite>;
};

const stamp: Stamp = { version: 1 };
/** As many as one run keeps. */
const most = 100;

/** Opens commands.json (0600); without a path, or where the file is not ours, the list lasts for the run. */
export async function openCommandHistory(path: string | undefined): Promise<CommandHistory> {
  const read = path === undefined ? undefined : await stampedFiles.read(path, stamp);
  const writable = path !== undefined && (read?.ok === true || read?.reason === 'missing');
  let lines: readonly string[] = read?.ok === true ? texts(read.data.commands) : [];
  let last: Promise<FileWrite> = Promise.resolve({ ok: true });
  /** What this run had in its list at any time: what else stands in the file another rigdeck has put there. */
  const seen = new Set(lines);
  async function write(to: string, next: readonly string[]): Promise<FileWrite> {
    const written = await stampedFiles.change(to, stamp, (now) => {
      const others = texts(now?.commands).filter((line) => !seen.has(line) && !next.includes(line));
      return { commands: [...others, ...next].slice(-Math.max(most, next.length)) };
    });
    return written.ok || written.reason !== 'foreign' ? written : { ...written, reason: 'failed' };
  }
  return {
    list: () => lines,
    keep(next) {
      for (const line of lines) seen.add(line);
      lines = next;
      if (writable) last = last.then(() => write(path, next));
      return last;
    },
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
