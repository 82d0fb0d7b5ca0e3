import type { Instance } from '../../client/wire.ts';

/** Since when (epoch ms) each instance has been seen running with its GPU at 0 %, by id. */
export type IdleSince = ReadonlyMap<number, number>;

/** So long at 0 % is worth a word. */
export const IDLE_REMINDER_MS = 3 * 3_600_000;

/** Two looks further apart than this prove nothing about the time between them. */
const LONGEST_GAP_MS = 10 * 60_000;

/**
 * Idle stretches after the rows were seen at `at`, `before` being the time of the look before. One that does not say
 * how busy its GPU is is not idle: what is unknown is not 0.
 */
export function idleAfter(
  idle: IdleSince,
  rows: readonly Instance[],
  at: number,
  before: number | undefined,
): IdleSince {
  const goesOn = before !== undefined && at - before <= LONGEST_GAP_MS;
  const still = rows.filter((row) => row.actual_status === 'running' && row.gpu_util === 0);
  return new Map(still.map(({ id }) => [id, (goesOn ? idle.get(id) : undefined) ?? at]));
}
