import { existsSync, readFileSync } from 'node:fs';

/** Whether a process does anything any more: one that nobody has waited for yet does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}
