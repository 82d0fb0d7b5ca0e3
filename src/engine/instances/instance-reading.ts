import type { Instance } from '../../client/wire.ts';

export type InstanceKind =
  | 'provisioning'
  | 'loading'
  | 'running'
  /** Stopped because somebody asked for it. */
  | 'stopped'
  /** Crashed. */
  | 'exited'
  | 'unknown'
  | 'offline'
  /** A bid instance that another renter outbid; it resumes by itself. */
  | 'interrupted'
  /** Asked to run, and no GPU is free. */
  | 'waiting'
  /** A word that interface.md does not have, shown as it came. */
  | 'other';

export type Reading = {
  kind: InstanceKind;
  /** Printed as the state. */
  word: string;
  /** It will not reach `running` any more (interface.md, Instance `actual_status`). */
  neverRuns: boolean;
  /** Somebody should do something about it. */
  needsYou: boolean;
  /** What is charged in this state; the disk is, in every state until the instance is destroyed. */
  charged: 'gpu and disk' | 'disk' | 'disk at least';
  /** What it means and what to do, one or two sentences; absent where there is nothing to say. */
  advice?: string;
};

const destroyAdvice = 'its disk is still charged. Destroy it and take another offer.';

const readings: Readonly<Record<Exclude<InstanceKind, 'other'>, Reading>> = {
  provisioning: {
    kind: 'provisioning',
    word: 'provisioning',
    neverRuns: false,
    needsYou: false,
    charged: 'disk',
  },
  loading: { kind: 'loading', word: 'loading', neverRuns: false, needsYou: false, charged: 'disk' },
  running: { kind: 'running', word: 'running', neverRuns: false, needsYou: false, charged: 'gpu and disk' },
  stopped: {
    kind: 'stopped',
    word: 'stopped',
    neverRuns: false,
    needsYou: false,
    charged: 'disk',
    advice: 'The disk is still charged. Destroy it to end all charges.',
  },
  exited: {
    kind: 'exited',
    word: 'exited',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The container crashed. It will never reach running and ${destroyAdvice}`,
  },
  unknown: {
    kind: 'unknown',
    word: 'unknown',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The host sends no heartbeat. It will never reach running and ${destroyAdvice}`,
  },
  offline: {
    kind: 'offline',
    word: 'offline',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The host is disconnected. It will never reach running and ${destroyAdvice}`,
  },
  interrupted: {
    kind: 'interrupted',
    word: 'interrupted',
    neverRuns: false,
    needsYou: true,
    charged: 'disk',
    advice:
      'Outbid by another renter. It resumes by itself when its bid wins again; until then the disk is charged.',
  },
  waiting: {
    kind: 'waiting',
    word: 'waiting',
    neverRuns: false,
    needsYou: true,
    charged: 'disk',
    advice:
      'Asked to run, but stopped: no GPU is free on this host, or the credit ran out. It starts by itself when it can; the disk is charged meanwhile.',
  },
};

/** Words outside interface.md whose meaning is publicly known. */
const knownWords: Readonly<Record<string, Pick<Reading, 'charged' | 'advice'>>> = {
  created: { charged: 'disk' },
  rebooting: { charged: 'disk at least' },
  recycling: { charged: 'disk at least' },
  frozen: { charged: 'gpu and disk', advice: 'Paused with its memory kept: the GPU is still charged.' },
};

function kindOf(instance: Instance, isBid: boolean): InstanceKind {
  const { actual_status: status, intended_status: intended, cur_state: contract } = instance;
  const asked = intended === 'stopped';
  const waits = intended === 'running' && contract === 'stopped';
  switch (status) {
    case null:
      return asked ? 'stopped' : waits ? 'waiting' : 'provisioning';
    case 'loading':
      return waits ? 'waiting' : 'loading';
    case 'stopped':
      if (asked || intended === undefined) return 'stopped';
      return isBid ? 'interrupted' : 'waiting';
    case 'exited':
      // What a stop leaves behind is not in interface.md: some services call it exited.
      if (asked) return 'stopped';
      // A bid machine whose hardware is still ours was not outbid: its container crashed.
      if (isBid && contract !== 'running' && contract !== undefined) return 'interrupted';
      return waits ? 'waiting' : 'exited';
    case 'running':
    case 'unknown':
    case 'offline':
      return status;
    default:
      return 'other';
  }
}

/**
 * What an instance's status fields mean. `bid` says how it was rented where the record does not; `hasRun` that
 * it was seen running, which tells a lost bid from a boot that crashed.
 */
export function readInstance(instance: Instance, seen: { bid?: boolean; hasRun?: boolean } = {}): Reading {
  const isBid = instance.is_bid ?? seen.bid ?? false;
  const kind = kindOf(instance, isBid);
  if (kind === 'exited' && isBid && seen.hasRun && instance.cur_state === undefined)
    return readings.interrupted;
  if (kind !== 'other') return readings[kind];
  const word = instance.actual_status || 'no state';
  const known = Object.hasOwn(knownWords, word) ? knownWords[word] : undefined;
  return {
    kind,
    word,
    neverRuns: false,
    needsYou: false,
    ...(known ?? { charged: 'disk at least', advice: 'rigdeck does not know this state.' }),
  };
}
