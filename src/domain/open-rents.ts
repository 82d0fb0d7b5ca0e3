import type { JournalEvent } from './journal-events.ts';

export type OpenRent = Extract<JournalEvent, { t: 'rented' }>;

/** What was rented and is not known to be gone, oldest first. */
export function openRents(events: readonly JournalEvent[]): OpenRent[] {
  const open = new Map<string, OpenRent>();
  for (const event of events) {
    if (event.t !== 'rented' && event.t !== 'gone') continue;
    // Ids are the service's own: the same number at another base URL is another machine.
    const key = `${event.base_url} ${event.id}`;
    if (event.t === 'rented') open.set(key, event);
    else open.delete(key);
  }
  return [...open.values()];
}

/** The events of one account. What is gone is gone whichever key destroyed it: ids are the service's own. */
export function eventsOf(
  events: readonly JournalEvent[],
  account: { base_url: string; key_id: string },
): JournalEvent[] {
  return events.filter(
    ({ base_url, key_id, t }) => base_url === account.base_url && (t === 'gone' || key_id === account.key_id),
  );
}
