import { writeAtomically } from './atomic-file.ts';
import type { FileWrite } from './file-outcome.ts';
import { readOurs } from './own-file.ts';

/**
 * The ids of the instances as they were listed last, a line each, for a shell that completes them: it reads the file
 * without starting rigdeck. Losing it loses nothing, so no stamp and no history stand in it.
 */
export type KnownIds = {
  note(ids: readonly number[]): Promise<FileWrite>;
  /** Whether the last list before this process had any. */
  hadSome(): Promise<boolean>;
};

/** Without a path nothing is kept. */
export function openKnownIds(path: string | undefined): KnownIds {
  let written: string | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let before: Promise<boolean> | undefined;
  const hadSome = (): Promise<boolean> => {
    before ??= path === undefined ? Promise.resolve(false) : hasText(path);
    return before;
  };
  return {
    async note(ids) {
      const text = ids.map((id) => `${id}\n`).join('');
      if (path === undefined || text === written) return { ok: true };
      written = text;
      // In their turn: the ids of the last list are those that stay.
      const done = writing.then(hadSome).then(() => writeAtomically(path, text));
      writing = done;
      return done;
    },
    hadSome,
  };
}

const hasText = (path: string): Promise<boolean> =>
  readOurs(path).then(
    (text) => text.trim() !== '',
    () => false,
  );
