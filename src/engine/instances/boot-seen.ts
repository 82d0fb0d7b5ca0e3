import type { Instance } from '../../client/wire.ts';
import { type InstanceKind, readInstance } from './instance-reading.ts';

/** A missed heartbeat is no verdict: an unknown or offline machine has failed after this many polls in a row. */
export const pollsToFail = 3;

/** What the polls of one instance have shown. */
export type BootSeen = {
  kind: InstanceKind;
  word: string;
  /** Polls in a row in which it was `unknown` or `offline`. */
  lostPolls: number;
  /** It was seen running: whatever comes after that is no failed boot. */
  hasRun: boolean;
};

export type BootVerdict =
  | 'fine'
  /** It will not run as it looks, and may come back: worth a word, no reason to destroy it. */
  | 'doubtful'
  | 'failed'
  /** It ran before: what is on its disk may be wanted. */
  | 'crashed';

/** The polls with one more. `ran` holds the ids that were seen running before, `stopped` those that were asked to stop. */
export function seePoll(
  before: ReadonlyMap<number, BootSeen>,
  instances: readonly Instance[],
  {
    ran,
    stopped,
    bids,
  }: { ran: ReadonlySet<number>; stopped: ReadonlySet<number>; bids?: ReadonlySet<number> },
): ReadonlyMap<number, BootSeen> {
  return new Map(
    instances.map((instance) => {
      const { id } = instance;
      const was = before.get(id);
      const hasRan = ran.has(id) || was?.hasRun === true;
      const reading = readInstance(instance, { hasRun: hasRan, bid: bids?.has(id) ?? false });
      const wasAsked = stopped.has(id) && reading.kind === 'exited';
      const kind = wasAsked ? 'stopped' : reading.kind;
      const isLost = kind === 'unknown' || kind === 'offline';
      return [
        id,
        {
          kind,
          word: reading.word,
          lostPolls: isLost ? (was?.lostPolls ?? 0) + 1 : 0,
          hasRun: hasRan || kind === 'running',
        },
      ];
    }),
  );
}

/** Whether a boot has failed (interface.md, Instance `actual_status`). A stop, a lost bid and a wait for a GPU have not. */
export function bootVerdict(seen: BootSeen | undefined): BootVerdict {
  if (seen === undefined) return 'fine';
  const isLost = seen.kind === 'unknown' || seen.kind === 'offline';
  if (seen.kind !== 'exited' && !isLost) return 'fine';
  if (seen.hasRun) return 'crashed';
  return seen.kind === 'exited' || seen.lostPolls >= pollsToFail ? 'failed' : 'doubtful';
}
