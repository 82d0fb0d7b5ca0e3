import type { FileWrite } from './file-outcome.ts';
import { type Stamp, stampedFiles } from './stamped-file.ts';

/** The commands of the deck, oldest first. */
export type CommandHistory = {
  list(): readonly string[];
  /** Puts the list in the place of the one before; a file that cannot be read or written is left alone. */
  keep(lines: readonly string[]): Promise<FileWrite>;
};

const stamp: Stamp = { version: 1 };

/** Opens commands.json (0600); without a path, or where the file is not ours, the list lasts for the run. */
export async function openCommandHistory(path: string | undefined): Promise<CommandHistory> {
  const read = path === undefined ? undefined : await stampedFiles.read(path, stamp);
  const writable = path !== undefined && (read?.ok === true || read?.reason === 'missing');
  let lines: readonly string[] = read?.ok === true ? texts(read.data.commands) : [];
  let last: Promise<FileWrite> = Promise.resolve({ ok: true });
  return {
    list: () => lines,
    keep(next) {
      lines = next;
      if (writable) last = last.then(() => stampedFiles.write(path, stamp, { commands: next }));
      return last;
    },
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
