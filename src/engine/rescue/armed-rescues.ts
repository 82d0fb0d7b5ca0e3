import type { JournalEvent } from '../journal-events.ts';
import { rescuesOf } from './rescue.ts';

/**
 * Ids of the instances that this program rescues by itself, or is rescuing now: that ends with it. One that would only
 * ask first loses nothing, since it asks when the program runs again.
 */
export function armedRescues(events: readonly JournalEvent[]): number[] {
  return rescuesOf(events)
    .filter(({ phase, plan }) => phase !== 'ended' && (plan.consent === 'by-itself' || phase !== 'watching'))
    .map(({ id }) => id);
}
