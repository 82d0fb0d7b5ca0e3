import { runwaySpan } from '../../base/format.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../instances/names.ts';
import { readInstance } from '../instances/reading.ts';
import { runwayGain } from './act-effect.ts';
import { runwayEnd } from './runway.ts';
import type { Money } from './runway-change.ts';

const minute = 60_000;
/** A runway below this is red, and rings once. */
export const SHORT_RUNWAY_MS = 120 * minute;
/** It has to grow by this much before it can ring again: a price that moves is no news. */
const rearmMs = SHORT_RUNWAY_MS + 10 * minute;
/** Machines that are named. */
const named = 3;

/** The alarm after a look at the runway (ms): `ring` once as it falls below two hours. */
export function watchRunway(armed: boolean, leftMs: number): { armed: boolean; ring: boolean } {
  if (leftMs < SHORT_RUNWAY_MS) return { armed: false, ring: armed };
  return { armed: armed || leftMs >= rearmMs, ring: false };
}

export type Gain = { names: readonly string[]; gainMs: number | 'forever' };

const size = ({ gainMs }: Gain): number => (gainMs === 'forever' ? Number.POSITIVE_INFINITY : gainMs);

/** What a stop of each running machine wins, the most first, and at the end what all of them together win. */
export function stopPlan(rows: readonly Instance[], money: Money, missing = 0): Gain[] {
  const gain = (targets: readonly Instance[]): Gain[] => {
    const gainMs = runwayGain(rows, new Set(targets.map(({ id }) => id)), 'stop', money, missing);
    return gainMs === undefined ? [] : [{ names: targets.map(instanceName), gainMs }];
  };
  const goingOn = rows.filter((row) => {
    const { kind } = readInstance(row);
    return kind !== 'stopped' && kind !== 'exited';
  });
  const single = goingOn.flatMap((row) => gain([row])).sort((a, b) => size(b) - size(a));
  return goingOn.length < 2 ? single : [...single, ...gain(goingOn)];
}

const wins = ({ names, gainMs }: Gain): string => {
  const s = names.length === 1 ? 's' : '';
  return gainMs === 'forever' ? `end${s} the spending` : `add${s} ${runwaySpan(gainMs)}`;
};

/** What is said as the alarm rings: how long the credit lasts, and what stopping buys how much time. */
export function alarmWords(
  left: { ms: number; endsAt: number },
  plan: readonly Gain[],
  timeZone: string,
): string {
  const head =
    left.ms <= 0
      ? 'The credit is used up.'
      : `The credit lasts ${runwaySpan(left.ms)} more, until ${runwayEnd(left.ms, left.endsAt, timeZone)}.`;
  const single = plan.filter(({ names }) => names.length === 1);
  const all = plan.find(({ names }) => names.length > 1);
  if (plan.length === 0) return `${head} Stop or destroy what you do not need, or add credit.`;
  const list = single.slice(0, named).map((gain) => `${gain.names[0]} ${wins(gain)}`);
  const together = all === undefined ? [] : [`all ${all.names.length} together ${wins(all)}`];
  return `${head} Stopping ${[...(list.length === 0 ? [] : [list.join(', ')]), ...together].join('; ')}.`;
}
