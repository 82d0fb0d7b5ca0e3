import { assumptions } from '../assumptions.ts';
import type { CloudCopyRecord } from '../entities.ts';

/** A cloud copy goes on by itself: what it has come to follows from its times. Moments are ms. */
export const isCopying = (copy: CloudCopyRecord, now: number): boolean =>
  copy.cancelledAt === undefined && now < copy.endsAt;

/** Whole percent at a moment; a cancelled copy stays where it was. */
export function percentDone(copy: CloudCopyRecord, now: number): number {
  const at = Math.min(copy.cancelledAt ?? now, copy.endsAt);
  return Math.floor((100 * (at - copy.startedAt)) / (copy.endsAt - copy.startedAt));
}

/** Ends a copy that is still going on. */
export const cancelled = (copy: CloudCopyRecord, now: number): CloudCopyRecord =>
  isCopying(copy, now) ? { ...copy, cancelledAt: now } : copy;

/** What the status message of an instance says about its latest copy; undefined when that is long over. */
export function copyMessage(
  copies: readonly CloudCopyRecord[],
  instanceId: number,
  now: number,
): string | undefined {
  const copy = copies.findLast((one) => one.instanceId === instanceId);
  if (copy === undefined) return undefined;
  if (isCopying(copy, now)) return `Cloud Copy Operation In Progress: ${percentDone(copy, now)}%`;
  const endedAt = copy.cancelledAt ?? copy.endsAt;
  if (now - endedAt >= assumptions.copyMessageStays * 1000) return undefined;
  return copy.cancelledAt === undefined ? 'Cloud Copy Operation Finished' : 'Cloud Copy Operation Cancelled';
}

/** The text behind the result_url of a copy. */
export function copyReport(copy: CloudCopyRecord, now: number): string {
  const lines = [
    `${copy.direction}: ${copy.src} -> ${copy.dst}`,
    `instance ${copy.instanceId}, connection ${copy.connectionId}`,
    ...(copy.flags.length === 0 ? [] : [`flags: ${copy.flags.join(' ')}`]),
    `transferred ${percentDone(copy, now)}%`,
  ];
  if (!isCopying(copy, now)) lines.push(copy.cancelledAt === undefined ? 'finished' : 'cancelled');
  return `${lines.join('\n')}\n`;
}
