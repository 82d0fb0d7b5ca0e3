import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { RentJournal } from '../commands/cli/context.ts';
import type { JournalEvent } from '../engine/journal-events.ts';
import { decodeJournalEvent, isLaterEvent } from '../engine/journal-schema.ts';
import { openJournalFile } from '../platform/files/journal-file.ts';
import { type LockOutcome, takeLock } from '../platform/files/writer-lock.ts';

/** Opens rents.jsonl, or keeps the journal for this run when there is no path. */
export async function openRentJournal(path: string | undefined): Promise<RentJournal> {
  const file = await openJournalFile<JournalEvent>({
    ...(path !== undefined && { path }),
    name: 'rents',
    version: 2,
    summed: true,
    counted: true,
    // Looked up when there is an event: most starts of a deck read none.
    decode: (value) => decodeJournalEvent(value),
    isLater: (value) => isLaterEvent(value),
    // In the first version an outcome named no rent.
    thread: (event) =>
      'rent' in event && event.rent !== undefined
        ? { id: event.rent, isFirst: event.t === 'intent' }
        : undefined,
  });
  const listeners = new Set<() => void>();
  /** One at a time for an account, so that two who ask in this process do not take each other for strangers. */
  const claims = new Map<string, Promise<LockOutcome>>();
  const held = new Map<string, () => void>();
  function claimOne(account: string, now: number): Promise<LockOutcome> {
    const claimed = (claims.get(account) ?? Promise.resolve(undefined)).then(async (had) => {
      if (path === undefined) return { kind: 'mine', ...noLock } as const;
      if (had?.kind === 'mine' && held.has(account) && (await had.held())) return had;
      const lock = await takeLock(join(dirname(path), `rents-${shortHash(account)}.lock`), now);
      if (lock.kind === 'mine') held.set(account, lock.release);
      if (lock.kind === 'held') return lock;
      await file.reload();
      for (const listener of [...listeners]) listener();
      return lock;
    });
    claims.set(account, claimed);
    return claimed;
  }
  return {
    events: file.events,
    append(event) {
      const written = file.append(event);
      for (const listener of [...listeners]) listener();
      return written;
    },
    check: file.check,
    async claim(names, now) {
      let outcome: LockOutcome = { kind: 'mine', ...noLock };
      for (const name of names) {
        outcome = await claimOne(name, now);
        if (outcome.kind !== 'mine') return outcome;
      }
      return outcome;
    },
    release(names) {
      for (const name of names ?? [...held.keys()]) {
        held.get(name)?.();
        held.delete(name);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get problem() {
      return file.problem;
    },
    get damage() {
      return path === undefined || file.damaged === 0 ? undefined : { lines: file.damaged, path };
    },
  };
}

const noLock = { release: () => {}, held: async () => true };

/** A name of a file for any text. */
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
