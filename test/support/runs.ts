import { existsSync, readFileSync } from 'node:fs';

/** One letter for what a process does, as `S` where it waits; undefined where the system tells nothing of the kind. */
function stateOf(pid: number): string | undefined {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) ? /\) (\S) /.exec(readFileSync(stat, 'utf8'))?.[1] : undefined;
}

/** Whether a process has done what it had to do so far, and waits. */
export const waits = (pid: number): boolean => (stateOf(pid) ?? 'S') === 'S';

/** Whether a process does anything any more: one that nobody has waited for yet does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !['Z', 'X'].includes(stateOf(pid) ?? '');
}
