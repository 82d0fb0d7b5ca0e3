import { writeAtomically } from './atomic-file.ts';
import type { FileWrite } from './file-outcome.ts';

/**
 * The ids of the instances as they were listed last, a line each, for a shell that completes them: it reads the file
 * without starting rigdeck. Losing it loses nothing, so no stamp and no history stand in it.
 */
export type KnownIds = { note(ids: readonly number[]): Promise<FileWrite> };

/** Without a path nothing is kept. */
export function openKnownIds(path: string | undefined): KnownIds {
  let written: string | undefined;
  return {
    async note(ids) {
      const text = ids.map((id) => `${id}\n`).join('');
      if (path === undefined || text === written) return { ok: true };
      written = text;
      return writeAtomically(path, text);
    },
  };
}
