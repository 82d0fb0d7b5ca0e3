import type { Instance } from '../../client/wire.ts';

export type InstanceKind =
  | 'provisioning'
  | 'loading'
  | 'running'
  /** Stopped on request. */
  | 'stopped'
  /** Crashed. */
  | 'exited'
  | 'unknown'
  | 'offline'
  /** A bid instance that another renter outbid; it resumes automatically. */
  | 'interrupted'
  /** Asked to run, but no GPU is free. */
  | 'waiting'
  /** A word that interface.md does not have, shown unchanged. */
  | 'other';

export type Reading = {
  kind: InstanceKind;
  /** Printed as the state. */
  word: string;
  /** It will no longer reach `running` (interface.md, Instance `actual_status`). */
  neverRuns: boolean;
  /** Someone has to act. */
  needsYou: boolean;
  /** What is billed in this state. The disk is billed in every state, until the instance is destroyed. */
  charged: 'gpu and disk' | 'disk' | 'disk at least';
  /** What it means and what to do, in one or two sentences. Absent if there is nothing to say. */
  advice?: string;
};

const destroyAdvice = 'Disk still billed. Destroy the instance and rent another.';

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
    advice: 'Disk still billed. Destroy the instance to end all billing.',
  },
  exited: {
    kind: 'exited',
    word: 'exited',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The container crashed and won't start. ${destroyAdvice}`,
  },
  unknown: {
    kind: 'unknown',
    word: 'unknown',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The host sends no heartbeat; the instance won't start. ${destroyAdvice}`,
  },
  offline: {
    kind: 'offline',
    word: 'offline',
    neverRuns: true,
    needsYou: true,
    charged: 'disk',
    advice: `The host is offline; the instance won't start. ${destroyAdvice}`,
  },
  interrupted: {
    kind: 'interrupted',
    word: 'interrupted',
    neverRuns: false,
    needsYou: true,
    charged: 'disk',
    advice: 'Outbid. Resumes automatically when your bid wins; disk billed meanwhile.',
  },
  waiting: {
    kind: 'waiting',
    word: 'waiting',
    neverRuns: false,
    needsYou: true,
    charged: 'disk',
    advice:
      'No free GPU on the host, or out of credit. Starts automatically when it can; disk billed meanwhile.',
  },
};

/** Words outside interface.md whose meaning is publicly known. */
const knownWords: Readonly<Record<string, Pick<Reading, 'charged' | 'advice'>>> = {
  created: { charged: 'disk' },
  rebooting: { charged: 'disk at least' },
  recycling: { charged: 'disk at least' },
  frozen: { charged: 'gpu and disk', advice: 'Paused in memory. GPU still billed.' },
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
      // The status after a stop is not in interface.md: some providers report exited.
      if (asked) return 'stopped';
      // A bid instance that still has its hardware was not outbid: its container crashed.
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
 * What an instance's status fields mean. `bid` says how it was rented if the record does not. `hasRun` says that it was
 * seen running, which tells a lost bid from a crashed boot.
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
    ...(known ?? { charged: 'disk at least', advice: 'Unrecognized state.' }),
  };
}

export type SshAddress = {
  host: string;
  port: number;
  user: string;
  /** For users to type. */
  command: string;
  /** The same for a child process, without a shell. */
  argv: readonly string[];
};

const hostName = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?$/;
const ipV6 = /^(?=.*:)[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?$/;
const userName = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;

function isHost(host: string | undefined): host is string {
  return host !== undefined && (hostName.test(host) || ipV6.test(host));
}

function isPort(port: number | undefined): port is number {
  return port !== undefined && Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** A host and port that are safe to pass to ssh. */
export type SshPlace = { host: string; port: number };

function place(host: string | undefined, port: number | undefined): SshPlace | undefined {
  return isHost(host) && isPort(port) ? { host, port } : undefined;
}

function address(at: SshPlace | undefined, user: string): SshAddress | undefined {
  if (at === undefined || !userName.test(user)) return undefined;
  const { host, port } = at;
  const target = `${user}@${host}`;
  return { host, port, user, command: `ssh -p ${port} ${target}`, argv: ['-p', String(port), target] };
}

/**
 * The provider's SSH address of an instance: `ssh_host` and `ssh_port` exactly as sent. Undefined until both are there,
 * and if they are not a host name, address or port: they come from the network and become arguments of ssh.
 */
export function sshPlace({ ssh_host, ssh_port }: Instance): SshPlace | undefined {
  return place(ssh_host, ssh_port);
}

/** The machine's own address, without the provider's proxy, if the record has one for port 22. */
export function directSshPlace(instance: Instance): SshPlace | undefined {
  const typed = instance.ports?.['22/tcp']?.find((binding) => binding.HostPort)?.HostPort ?? '';
  return place(instance.public_ipaddr?.trim(), /^\d{1,5}$/.test(typed) ? Number(typed) : undefined);
}

/** How to reach an instance by SSH as `user`, from the configuration. Undefined if there is no address. */
export function sshTarget(instance: Instance, user: string): SshAddress | undefined {
  return address(sshPlace(instance), user);
}

/** The same, without the provider's proxy. */
export function directSshTarget(instance: Instance, user: string): SshAddress | undefined {
  return address(directSshPlace(instance), user);
}
