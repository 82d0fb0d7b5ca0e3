import type { FileWrite } from './file-outcome.ts';
import { openJournalFile } from './journal-file.ts';

/** An instance that was rented and must not be lost sight of. `at` is in milliseconds since the epoch. */
export type Rented = {
  t: 'rented';
  /** The `new_contract` of the creation reply. */
  id: number;
  offer_id: number;
  at: number;
  label?: string;
  gpu?: string;
  base_url: string;
  /** Fingerprint of the key, never the key. */
  key_id: string;
};

/** It was destroyed, or the service no longer knows it. */
export type Gone = { t: 'gone'; id: number; base_url: string; at: number };

export type WatchEvent = Rented | Gone;

export type Watches = {
  /** What was rented and is not known to be gone, oldest first; with a base URL, at that service only. */
  list(baseUrl?: string): Rented[];
  add(rented: Omit<Rented, 't'>): Promise<FileWrite>;
  remove(gone: Omit<Gone, 't'>): Promise<FileWrite>;
  /** Why nothing is read or written, in one sentence. */
  readonly problem: string | undefined;
};

/** Opens rents.jsonl, or keeps watches for this run when there is no path. */
export async function openWatches(path: string | undefined): Promise<Watches> {
  const journal = await openJournalFile<WatchEvent>({
    ...(path !== undefined && { path }),
    name: 'rents',
    version: 1,
    decode: decodeWatchEvent,
  });
  return {
    list(baseUrl) {
      // Ids are the service's own: the same number at another base URL is another machine.
      const open = new Map<string, Rented>();
      for (const event of journal.events()) {
        const key = `${event.base_url} ${event.id}`;
        if (event.t === 'rented') open.set(key, event);
        else open.delete(key);
      }
      return [...open.values()].filter((r) => baseUrl === undefined || r.base_url === baseUrl);
    },
    add: (rented) => journal.append({ t: 'rented', ...rented }),
    remove: (gone) => journal.append({ t: 'gone', ...gone }),
    get problem() {
      return journal.problem;
    },
  };
}

function decodeWatchEvent(value: Record<string, unknown>): WatchEvent | undefined {
  const { t, id, at, base_url, offer_id, key_id, label, gpu } = value;
  if (typeof id !== 'number' || typeof at !== 'number' || typeof base_url !== 'string') return undefined;
  if (t === 'gone') return { t, id, at, base_url };
  if (t !== 'rented' || typeof offer_id !== 'number' || typeof key_id !== 'string') return undefined;
  return {
    t,
    id,
    offer_id,
    at,
    base_url,
    key_id,
    ...(typeof label === 'string' && { label }),
    ...(typeof gpu === 'string' && { gpu }),
  };
}
