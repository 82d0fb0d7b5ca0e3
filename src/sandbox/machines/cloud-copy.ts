import { assumptions } from '../assumptions.ts';
import type { CloudCopyRecord } from '../entities.ts';
import { unit } from '../random.ts';
import type { State } from '../state.ts';

/** How long the next copy of an instance takes, in ms. */
export function copySpan({ seed, copies }: State, instanceId: number): number {
  const [least, most] = assumptions.cloudCopy;
  return Math.round(least + (most - least) * unit(seed, instanceId, 100 + copies.length)) * 1000;
}

/** A cloud copy goes on by itself: what it has come to follows from its times. Moments are ms. */
export const isCopying = (copy: CloudCopyRecord, now: number): boolean =>
  !wasCancelled(copy, now) && now < copy.endsAt;

const wasCancelled = ({ cancelledAt }: CloudCopyRecord, now: number): boolean =>
  cancelledAt !== undefined && cancelledAt <= now;

/** Whole percent at a moment; a cancelled copy stays where it was. */
function percentDone(copy: CloudCopyRecord, now: number): number {
  const at = Math.min(copy.cancelledAt ?? now, now, copy.endsAt);
  return Math.floor((100 * (at - copy.startedAt)) / (copy.endsAt - copy.startedAt));
}

/** Ends a copy that is still going on. */
export const cancelled = (copy: CloudCopyRecord, now: number): CloudCopyRecord =>
  isCopying(copy, now) ? { ...copy, cancelledAt: now } : copy;

/**
 * What the status message of an instance says about its latest copy; undefined when that is long over. The message
 * is late: it tells how things stood a while ago, and of a copy that has just begun nothing yet.
 */
export function copyMessage(
  copies: readonly CloudCopyRecord[],
  instanceId: number,
  now: number,
): string | undefined {
  const told = now - assumptions.copyMessageLag * 1000;
  const copy = copies.findLast((one) => one.instanceId === instanceId && one.startedAt <= told);
  if (copy === undefined) return undefined;
  const what = copy.direction === 'Direct' ? 'Copy' : 'Cloud Copy Operation';
  if (isCopying(copy, told)) return `${what} In Progress: ${percentDone(copy, told)}%`;
  const endedAt = copy.cancelledAt ?? copy.endsAt;
  if (told - endedAt >= assumptions.copyMessageStays * 1000) return undefined;
  return `${what} ${wasCancelled(copy, told) ? 'Cancelled' : 'Finished'}`;
}

/** The text behind the result_url of a copy. */
export function copyReport(copy: CloudCopyRecord, now: number): string {
  const lines = [
    `${copy.direction}: ${copy.src} -> ${copy.dst}`,
    `instance ${copy.instanceId}, connection ${copy.connectionId}`,
    ...(copy.flags.length === 0 ? [] : [`flags: ${copy.flags.join(' ')}`]),
    `transferred ${percentDone(copy, now)}%`,
  ];
  if (!isCopying(copy, now)) lines.push(wasCancelled(copy, now) ? 'cancelled' : 'finished');
  return `${lines.join('\n')}\n`;
}
