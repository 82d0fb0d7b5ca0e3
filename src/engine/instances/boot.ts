import type { Instance } from '../../client/wire.ts';
import { type InstanceKind, readInstance } from './reading.ts';

/** interface.md: loading to running typically takes 1 to 5 minutes. */
export const usualBootText = '1 to 5 min';
const HINT_AFTER_MS = 5 * 60_000;
const AMBER_AFTER_MS = 10 * 60_000;

/** What was seen of a boot. Times in epoch ms, statuses as the provider sent them, oldest first. */
export type BootHistory = {
  rentedAt: number;
  seen: readonly { status: string | null; at: number }[];
};

export type BootStageName = 'rented' | 'provisioning' | 'loading' | 'running';
export type BootStage = {
  name: BootStageName;
  state: 'done' | 'current' | 'ahead';
  /** When it started (epoch ms), once it has. */
  at?: number;
  /** How long it took, or has taken so far. A reached end has no length. */
  ms?: number;
};

export type BootTimeline = {
  stages: readonly BootStage[];
  /** From the rent until it was running, or until now. */
  elapsedMs: number;
  /** `slow` after 5 minutes, `late` after 10. Time alone never destroys anything. */
  pace: 'usual' | 'slow' | 'late';
  hint?: string;
  /** It has booted before: the timeline begins at its start, not at its rent. */
  again?: true;
  /** The state that ended the boot without running. */
  failed?: string;
};

const names: readonly BootStageName[] = ['rented', 'provisioning', 'loading', 'running'];

function hints(pace: BootTimeline['pace']): { hint?: string } {
  if (pace === 'usual') return {};
  return pace === 'slow'
    ? { hint: `Slower than usual (${usualBootText}). Large images take longer.` }
    : { hint: `Much slower than usual (${usualBootText}). Wait, or destroy the instance and rent another.` };
}

/** No boot continues after these. Silence ends nothing, and an unrecognized word says nothing. */
const ends: ReadonlySet<string> = new Set(['running', 'stopped', 'exited', 'interrupted', 'waiting']);

/**
 * The boot to show: the last one. An instance that was started again after it ran, stopped or failed boots again, from
 * the moment that was seen.
 */
function lastBoot(history: BootHistory): BootHistory & { again: boolean } {
  let from = 0;
  let ended = false;
  for (const [index, { status }] of history.seen.entries()) {
    const { kind } = readInstance({ id: 0, actual_status: status });
    const boots = kind === 'provisioning' || kind === 'loading';
    if (boots && ended) from = index;
    if (boots) ended = false;
    else if (ends.has(kind)) ended = true;
  }
  const first = history.seen[from];
  if (from === 0 || first === undefined) return { ...history, again: false };
  return { rentedAt: first.at, seen: history.seen.slice(from), again: true };
}

/** The stages of a boot with their times, as of `now` (epoch ms). */
export function bootTimeline(whole: BootHistory, now: number): BootTimeline {
  const { again, ...history } = lastBoot(whole);
  const starts: Partial<Record<BootStageName, number>> = { rented: history.rentedAt };
  let failed: { word: string; at: number } | undefined;
  for (const { status, at } of history.seen) {
    const { kind, word, neverRuns } = readInstance({ id: 0, actual_status: status });
    failed = neverRuns ? (failed ?? { word, at }) : undefined;
    if (kind === 'provisioning' || kind === 'loading' || kind === 'running') starts[kind] ??= at;
  }
  const ran = starts.running;
  const end = ran ?? failed?.at ?? now;
  const reached = names.filter((name) => starts[name] !== undefined);
  const last = reached.at(-1);
  const stages = names.map((name): BootStage => {
    const at = starts[name];
    // A stage that no poll caught is still passed once a later one is reached.
    const passed = last !== undefined && names.indexOf(name) < names.indexOf(last);
    const state =
      passed || (name === 'running' && ran !== undefined) ? 'done' : name === last ? 'current' : 'ahead';
    if (at === undefined) return { name, state };
    const next = names.slice(names.indexOf(name) + 1).find((later) => starts[later] !== undefined);
    const until = next === undefined ? end : (starts[next] ?? end);
    return name === 'running' ? { name, state, at } : { name, state, at, ms: Math.max(0, until - at) };
  });
  const elapsedMs = Math.max(0, end - history.rentedAt);
  const pace =
    ran !== undefined || elapsedMs < HINT_AFTER_MS ? 'usual' : elapsedMs < AMBER_AFTER_MS ? 'slow' : 'late';
  return {
    ...{ stages, elapsedMs, pace, ...hints(pace) },
    ...(failed && !ran ? { failed: failed.word } : {}),
    ...(again && { again: true as const }),
  };
}

/** A missed heartbeat proves nothing: an unknown or offline instance has failed after this many polls in a row. */
export const pollsToFail = 3;

/** What the polls of one instance have shown. */
export type BootSeen = {
  kind: InstanceKind;
  word: string;
  /** Polls in a row that showed `unknown` or `offline`. */
  lostPolls: number;
  /** It was seen running: nothing after that is a failed boot. */
  hasRun: boolean;
};

export type BootVerdict =
  | 'fine'
  /** It doesn't look like it will run, but may come back: worth a message, no reason to destroy it. */
  | 'doubtful'
  | 'failed'
  /** It ran before: the data on its disk may be wanted. */
  | 'crashed';

/** Adds one poll. `ran` holds the IDs that were seen running before, `stopped` those that were asked to stop. */
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

/** Whether a boot failed (interface.md, Instance `actual_status`). Stops, lost bids and waits for a GPU don't count. */
export function bootVerdict(seen: BootSeen | undefined): BootVerdict {
  if (seen === undefined) return 'fine';
  const isLost = seen.kind === 'unknown' || seen.kind === 'offline';
  if (seen.kind !== 'exited' && !isLost) return 'fine';
  if (seen.hasRun) return 'crashed';
  return seen.kind === 'exited' || seen.lostPolls >= pollsToFail ? 'failed' : 'doubtful';
}
