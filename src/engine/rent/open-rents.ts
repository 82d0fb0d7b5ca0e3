import { addressOf } from '../journal-account.ts';
import type { JournalEvent } from '../journal-events.ts';

export type OpenRent = Extract<JournalEvent, { t: 'rented' }>;

/** What was rented and is not known to be gone, oldest first. */
export function openRents(events: readonly JournalEvent[]): OpenRent[] {
  const open = new Map<string, OpenRent>();
  for (const event of events) {
    if (event.t !== 'rented' && event.t !== 'gone') continue;
    // Ids are the service's own: the same number at another base URL is another machine.
    const key = `${addressOf(event.base_url)} ${event.id}`;
    if (event.t === 'rented') open.set(key, event);
    else open.delete(key);
  }
  return [...open.values()];
}
