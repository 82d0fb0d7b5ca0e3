import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells a process from every other, as far as the system says. */
export type ProcessMark = {
  pid: number;
  /** Where `pid` means something: the machine, and on Linux the namespace of process ids within it. */
  host: string;
  /** When it began, in the system's own count; a process that got the number later began later. */
  started?: string;
};

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const namespace = (): string => {
  try {
    return ` ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
};

/** The process's line in /proc (Linux): its state and when it began, with the boot that it counts from. */
function procStat(pid: number | 'self'): { state: string; started: string } | undefined {
  // The name of the program stands in brackets and may hold any character, brackets too.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\)\s*/s, '')
    .split(' ');
  const [state, began] = [fields?.[0], fields?.[19]];
  if (state === undefined || began === undefined) return undefined;
  return { state, started: `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${began}` };
}

/** This process. */
export function ownMark(): ProcessMark {
  const stat = procStat('self');
  return {
    pid: process.pid,
    host: `${hostname()}${namespace()}`,
    ...(stat !== undefined && { started: stat.started }),
  };
}

/** Whether it runs: `unknown` where it cannot be seen from here. */
export function lives(mark: ProcessMark, own: ProcessMark = ownMark()): 'yes' | 'no' | 'unknown' {
  if (mark.host !== own.host) return 'unknown';
  if (mark.pid === own.pid) return mark.started === own.started ? 'yes' : 'no';
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    // Somebody else's process is one all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'no';
  }
  const stat = procStat(mark.pid);
  if (stat === undefined) return 'yes';
  // One that has ended and is not yet waited for does nothing any more.
  if (stat.state === 'Z' || stat.state === 'X') return 'no';
  return mark.started === undefined || mark.started === stat.started ? 'yes' : 'no';
}
