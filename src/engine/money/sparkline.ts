import type { Sample } from './samples.ts';

export type BinOptions = {
  columns: number;
  /** Epoch ms of both ends. */
  from: number;
  to: number;
  /** Samples that are further apart than this have a gap between them. */
  gapMs: number;
  /** What stands for the samples of one column. */
  take: 'last' | 'least';
};

/** Samples by columns of equal time. A column between two samples that are near each other keeps the value before it. */
export function binned(samples: readonly Sample[], o: BinOptions): (number | undefined)[] {
  const step = (o.to - o.from) / o.columns;
  return Array.from({ length: o.columns }, (_, column) => {
    const from = o.from + column * step;
    const isLast = column === o.columns - 1;
    const inside = samples.filter(({ at }) => at >= from && (at < from + step || (isLast && at <= o.to)));
    if (inside.length > 0) {
      return o.take === 'last' ? inside.at(-1)?.value : Math.min(...inside.map(({ value }) => value));
    }
    const before = samples.findLast(({ at }) => at < from);
    const after = samples.find(({ at }) => at >= from + step);
    const isBridged = before !== undefined && after !== undefined && after.at - before.at <= o.gapMs;
    return isBridged ? before.value : undefined;
  });
}

/**
 * Lines of a chart, the top one first: each column as high as its value between the least and the greatest of them,
 * drawn with the eight signs of `ramp`. The least still shows; a gap is blank. Equal values stand half high, and such
 * as differ by less than `least` no further from that than their part of it: a cent is no cliff.
 */
export function chartLines(
  values: readonly (number | undefined)[],
  rows: number,
  ramp: string,
  least = 0,
): string[] {
  const signs = [...ramp];
  const there = extent(values) ?? { min: 0, max: 0 };
  const spare = Math.max(0, least - (there.max - there.min)) / 2;
  const [min, max] = [there.min - spare, there.max + spare];
  const steps = rows * signs.length;
  const heights = values.map((value) => {
    if (value === undefined) return 0;
    return max === min ? Math.ceil(steps / 2) : 1 + Math.round(((value - min) / (max - min)) * (steps - 1));
  });
  return Array.from({ length: rows }, (_, row) => {
    const below = (rows - 1 - row) * signs.length;
    return heights
      .map((height) => (height <= below ? ' ' : signs[Math.min(signs.length, height - below) - 1]))
      .join('');
  });
}

/** The least and the greatest of the values that there are. */
export function extent(values: readonly (number | undefined)[]): { min: number; max: number } | undefined {
  const there = values.filter((value) => value !== undefined);
  return there.length === 0 ? undefined : { min: Math.min(...there), max: Math.max(...there) };
}
