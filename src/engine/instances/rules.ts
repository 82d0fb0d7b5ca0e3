import type { Instance, Runtype } from '../../client/wire.ts';
import type { KeyName } from '../write.ts';
import { instanceName } from './names.ts';
import { type Reading, readInstance, sshPlace } from './reading.ts';

/** Whether an action makes sense now. `reason` is a sentence for the user. */
export type Can = { ok: true } | { ok: false; reason: string };

const yes: Can = { ok: true };
const no = (reason: string): Can => ({ ok: false, reason });

/**
 * Start is for stopped instances. A crashed one never runs again, unless nothing tells a crash from a stop: then the
 * user may try.
 */
export function canStart(instance: Instance): Can {
  const reading = readInstance(instance);
  const { kind, word } = reading;
  const name = instanceName(instance);
  if (kind === 'stopped' || kind === 'interrupted') return yes;
  if (kind === 'exited' && instance.intended_status === undefined) return yes;
  if (reading.neverRuns) return no(neverStarts(name, reading));
  if (kind === 'running') return no(`${name} is already running.`);
  return no(
    kind === 'waiting' ? `${name} is already waiting for a free GPU.` : `${name} is ${word}, not stopped.`,
  );
}

/** Stop works in any state (interface.md), but changes nothing for a stopped instance. */
export function canStop(instance: Instance): Can {
  return readInstance(instance).kind === 'stopped'
    ? no(`${instanceName(instance)} is already stopped. Destroy it to end disk billing.`)
    : yes;
}

/** Reboot and recycle need a running instance: a stopped one is started, and a crashed one doesn't come back. */
export function canRestart(instance: Instance, keyName?: KeyName): Can {
  const reading = readInstance(instance);
  return reading.kind === 'running' ? yes : no(notRunning(instance, reading, keyName));
}

/** Destroy works in any state (interface.md). */
export function canDestroy(_instance: Instance): Can {
  return yes;
}

function withoutSsh(instance: Instance, runtype: Runtype | undefined): boolean {
  const words = instance.image_runtype?.split(/\s+/).filter((word) => word !== '') ?? [];
  return words.length > 0 ? words.every((word) => word === 'args') : runtype === 'args';
}

function neverStarts(name: string, { kind }: Reading): string {
  if (kind === 'exited') return `${name} crashed and won't start.`;
  return `${name} won't start: its host ${kind === 'offline' ? 'is offline' : 'sends no heartbeat'}.`;
}

function notRunning(instance: Instance, reading: Reading, keyName?: KeyName): string {
  const { kind, word, neverRuns } = reading;
  const name = instanceName(instance);
  if (neverRuns) return neverStarts(name, reading);
  const start = keyName === undefined ? 'Start it first' : `Press ${keyName('instance.start')} to start it`;
  if (kind === 'stopped') return `${name} is stopped. ${start}.`;
  const isBooting = kind === 'provisioning' || kind === 'loading';
  return `${name} is ${isBooting ? 'still ' : ''}${word}${isBooting ? '' : ', not running'}.`;
}

/** `runtype` is the one it was rented with, if the record does not say. */
export function canSsh(
  instance: Instance,
  { runtype, keyName }: { runtype?: Runtype | undefined; keyName?: KeyName } = {},
): Can {
  if (withoutSsh(instance, runtype)) return no(`${instanceName(instance)} has no SSH (launched with args).`);
  const reading = readInstance(instance);
  if (reading.kind !== 'running') return no(notRunning(instance, reading, keyName));
  if (sshPlace(instance) !== undefined) return yes;
  const named = instance.ssh_host !== undefined && instance.ssh_port !== undefined;
  return no(
    named ? 'The provider sent an unsafe SSH address.' : 'The provider has not sent an SSH address yet.',
  );
}

/** Max length of a label that such a provider accepts for an existing instance. */
export const labelLimit = 1024;
/** Max length of a command, and the programs that it may run. */
export const commandLimit = 512;
const programs = ['ls', 'rm', 'du'];

/** A typed label as it is sent. Null removes the label. */
export function readLabel(typed: string): { ok: true; label: string | null } | { ok: false; reason: string } {
  const label = typed.trim();
  const length = [...label].length;
  if (length > labelLimit)
    return { ok: false, reason: `Label too long: ${length} characters (max ${labelLimit})` };
  if (/[\x00-\x1f\x7f-\x9f]/.test(label))
    return { ok: false, reason: 'Invalid label: must be a single line' };
  return { ok: true, label: label === '' ? null : label };
}

/** What is wrong with a command, before it is sent. Undefined if nothing is. */
export function commandFlaw(typed: string): string | undefined {
  const command = typed.trim();
  if (command === '') return `Missing command: ${programs.join(', ')} (e.g. ls -l /workspace)`;
  if (command.length > commandLimit) return `Command too long (max ${commandLimit} characters)`;
  const [program = ''] = command.split(/\s+/);
  return programs.includes(program)
    ? undefined
    : `Only ${programs.slice(0, -1).join(', ')} and ${programs.at(-1)} can run here. Use SSH for anything else.`;
}

/** Whether a command removes something. */
export const removes = (command: string): boolean => /^\s*rm\b/.test(command);

/** Whether an instance has reached the wanted state. */
export const isAs = ({ actual_status: status }: Instance, wanted: 'running' | 'stopped'): boolean =>
  wanted === 'running' ? status === 'running' : status === 'stopped' || status === 'exited';

/** Whether the provider has accepted the wanted state: by the intended status, or by the state if there is none. */
export const isAsked = (row: Instance, wanted: 'running' | 'stopped'): boolean =>
  row.intended_status === undefined ? isAs(row, wanted) : row.intended_status === wanted;

/** Instances that do nothing but are billed: broken ones first, then stopped ones. */
export function sweepable(rows: readonly Instance[]): Instance[] {
  const broken = rows.filter((row) => readInstance(row).neverRuns);
  return [...broken, ...rows.filter((row) => readInstance(row).kind === 'stopped')];
}
