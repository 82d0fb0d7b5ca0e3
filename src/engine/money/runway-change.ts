import { runwaySpan, UNKNOWN } from '../../base/format.ts';
import { known } from './price-parts.ts';
import { runway } from './runway.ts';

/**
 * What a runway is reckoned with: dollars and $/h. `atLeast` says that some prices are not known, so that the burn is
 * the least it can be and a runway the most.
 */
export type Money = { credit: number | undefined; burnPerHour: number | undefined; atLeast?: boolean };

export type RunwayChange = {
  /** As words: `21h 27m`, `≤ 21h 27m`, `no end`, `·`. */
  before: string;
  after: string;
  /** Undefined where it is not known or has no end. */
  beforeMs: number | undefined;
  afterMs: number | undefined;
  /** What it wins, negative what it costs; undefined unless both ends are known. */
  gainMs: number | undefined;
  /** `forever`: nothing is spent after it. */
  end: 'forever' | undefined;
};

/** The runway now and after the burn has grown by `addPerHour` $/h; negative is what stopping something saves. */
export function runwayAfter(money: Money, addPerHour: number | undefined, now: number): RunwayChange {
  const { credit, burnPerHour, atLeast = false } = money;
  // Rounding may leave less than nothing of a burn that ends.
  const sum = known(burnPerHour) && known(addPerHour) ? Math.max(0, burnPerHour + addPerHour) : undefined;
  const before = runway(credit, burnPerHour, now);
  const after = runway(credit, sum, now);
  const beforeMs = lasts(before);
  const afterMs = lasts(after);
  return {
    before: runwayWords(before, atLeast),
    after: runwayWords(after, atLeast),
    beforeMs,
    afterMs,
    gainMs: beforeMs === undefined || afterMs === undefined ? undefined : afterMs - beforeMs,
    end: after === 'forever' ? after : undefined,
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The part of a runway from which on more of it is felt. */
const leastShare = 0.01;

/** Whether a runway of `beforeMs` grows by enough for anybody to act on it: an hour, or a hundredth of what is left. */
export const isWorthTelling = (gainMs: number | undefined, beforeMs: number | undefined): gainMs is number =>
  gainMs !== undefined &&
  gainMs >= MINUTE_MS &&
  (gainMs >= HOUR_MS || gainMs >= leastShare * (beforeMs ?? 0));

/** A runway in words. One that is reckoned with part of the prices is the most it can be; without an end it is not known. */
function runwayWords(left: ReturnType<typeof runway>, atLeast = false): string {
  if (left === undefined || (left === 'forever' && atLeast)) return UNKNOWN;
  return left === 'forever' ? 'no end' : `${atLeast ? '≤ ' : ''}${runwaySpan(left.ms)}`;
}

const lasts = (left: ReturnType<typeof runway>): number | undefined =>
  left === undefined || left === 'forever' ? undefined : left.ms;
