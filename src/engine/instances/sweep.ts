import type { Instance } from '../../client/wire.ts';
import { readInstance } from './instance-reading.ts';

/** Machines that do nothing and are charged all the same: the broken ones first, then the stopped ones. */
export function sweepable(rows: readonly Instance[]): Instance[] {
  const broken = rows.filter((row) => readInstance(row).neverRuns);
  return [...broken, ...rows.filter((row) => readInstance(row).kind === 'stopped')];
}
