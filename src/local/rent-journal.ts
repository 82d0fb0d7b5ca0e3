import type { JournalEvent } from '../domain/journal-events.ts';
import type { FileWrite } from './file-outcome.ts';
import { openJournalFile } from './journal-file.ts';
import { decodeJournalEvent } from './journal-schema.ts';

export type RentJournal = {
  /** Every event of every account, oldest first. */
  events(): readonly JournalEvent[];
  /** On the disk when it resolves with `ok`; remembered for this run in any case. */
  append(event: JournalEvent): Promise<FileWrite>;
  /** Calls back after each event that is appended here; answers how to end that. */
  subscribe(listener: () => void): () => void;
  /** Why nothing is read or written, in one sentence. */
  readonly problem: string | undefined;
};

/** Opens rents.jsonl, or keeps the journal for this run when there is no path. */
export async function openRentJournal(path: string | undefined): Promise<RentJournal> {
  const file = await openJournalFile<JournalEvent>({
    ...(path !== undefined && { path }),
    name: 'rents',
    version: 2,
    decode: decodeJournalEvent,
  });
  const listeners = new Set<() => void>();
  return {
    events: file.events,
    append(event) {
      const written = file.append(event);
      for (const listener of [...listeners]) listener();
      return written;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get problem() {
      return file.problem;
    },
  };
}
