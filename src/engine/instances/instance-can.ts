import type { Instance, Runtype } from '../../client/wire.ts';
import { type Reading, readInstance } from './instance-reading.ts';
import { sshPlace } from './ssh-target.ts';

/** Whether an action makes sense now; `reason` is a sentence for the person. */
export type Can = { ok: true } | { ok: false; reason: string };

const yes: Can = { ok: true };
const no = (reason: string): Can => ({ ok: false, reason });

/**
 * Starting is for what was stopped. A crashed one never reaches running again, unless nothing tells a crash
 * from a stop: then trying is the person's choice.
 */
export function canStart(instance: Instance): Can {
  const { kind, word } = readInstance(instance);
  if (kind === 'stopped' || kind === 'interrupted') return yes;
  if (kind === 'exited') {
    return instance.intended_status === undefined ? yes : no('It crashed and will never reach running.');
  }
  if (kind === 'unknown' || kind === 'offline') return no(`Its host is ${word}: it cannot start.`);
  if (kind === 'running') return no('It is running already.');
  return no(kind === 'waiting' ? 'It waits for a free GPU already.' : `It is ${word}, not stopped.`);
}

/** Stopping works from any state (interface.md); only what is stopped already gains nothing. */
export function canStop(instance: Instance): Can {
  return readInstance(instance).kind === 'stopped'
    ? no('It is stopped already; only destroying it ends the disk charge.')
    : yes;
}

/** Rebooting and recycling are for what runs: what is stopped is started, and what has crashed does not come back. */
export function canRestart(instance: Instance): Can {
  const reading = readInstance(instance);
  return reading.kind === 'running' ? yes : no(notRunning(reading));
}

/** Destroying works from any state (interface.md). */
export function canDestroy(_instance: Instance): Can {
  return yes;
}

function withoutSsh(instance: Instance, runtype: Runtype | undefined): boolean {
  const words = instance.image_runtype?.split(/\s+/).filter((word) => word !== '') ?? [];
  return words.length > 0 ? words.every((word) => word === 'args') : runtype === 'args';
}

function notRunning({ kind, word, neverRuns }: Reading): string {
  if (neverRuns) return `It is ${word} and will never reach running.`;
  return kind === 'stopped' ? 'It is stopped: start it first.' : `It is ${word}, not running yet.`;
}

/** `runtype` is the one it was rented with, where the record does not say. */
export function canSsh(instance: Instance, runtype?: Runtype): Can {
  if (withoutSsh(instance, runtype)) return no('It was launched with args: there is no SSH in it.');
  const reading = readInstance(instance);
  if (reading.kind !== 'running') return no(notRunning(reading));
  if (sshPlace(instance) !== undefined) return yes;
  const named = instance.ssh_host !== undefined && instance.ssh_port !== undefined;
  return no(
    named
      ? 'The service sent an SSH address that is not safe to use.'
      : 'The service has not named an SSH host and port yet.',
  );
}
