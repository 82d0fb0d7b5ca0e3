import { epochMs, span } from '../../base/format-time.ts';
import type { Instance } from '../../client/wire.ts';
import { momentWords } from './limit-when.ts';

const HOUR_MS = 3_600_000;
/** How long before its end a contract is worth a warning: a day, then two hours. */
const warnings = [24 * HOUR_MS, 2 * HOUR_MS] as const;

/** The end of a contract that is near or past; `stage` counts the warnings that are due by now. */
export type ContractEnd = { endsAt: number; leftMs: number; stage: 1 | 2 };

/** Undefined while the end (`end_date`) is more than a day away, or is not known. */
export function contractEnd({ end_date }: Instance, now: number): ContractEnd | undefined {
  if (end_date === undefined) return undefined;
  const endsAt = epochMs(end_date);
  const leftMs = endsAt - now;
  if (leftMs > warnings[0]) return undefined;
  return { endsAt, leftMs, stage: leftMs > warnings[1] ? 1 : 2 };
}

/** `contract ends Sat 18:30, in 23h 10m; it stops then and may be deleted 48 h later`. */
export function contractEndWords({ endsAt, leftMs }: ContractEnd, now: number, timeZone?: string): string {
  const at = momentWords(endsAt, now, timeZone);
  if (leftMs <= 0) return `contract ended ${at}; it cannot start again and may be deleted 48 h after that`;
  return `contract ends ${at}, in ${span(leftMs)}; it stops then and may be deleted 48 h later`;
}

/** In a cell of seven, instead of an age: `end 23h`; undefined while the end is far. */
export function contractEndCell(instance: Instance, now: number): string | undefined {
  const end = contractEnd(instance, now);
  if (end === undefined) return undefined;
  if (end.leftMs <= 0) return 'ended';
  const hours = Math.floor(end.leftMs / HOUR_MS);
  return hours > 0 ? `end ${hours}h` : `end ${Math.floor(end.leftMs / 60_000)}m`;
}
