import { amount, dollars, stretch } from '../../base/format.ts';
import { dayMonth } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Charged } from '../../engine/money/charged.ts';
import type { DayCharges } from '../../engine/money/charges.ts';
import type { Sample } from '../../engine/money/samples.ts';
import { binned, chartLines, extent } from '../../engine/money/sparkline.ts';
import type { Loadable } from '../../engine/read-health.ts';
import { whyFailing } from '../../engine/read-health.ts';

const minute = 60_000;
/** The credit is kept each ten minutes; more than a few of those without a sample is a time without rigdeck. */
const gapMs = 35 * minute;

/** A change of a smaller share of the credit than this is drawn as the small one that it is. */
const leastShare = 0.02;

/** What stands on the rule over the chart, the longest wording first: its scale, what it is made of, and how long it is. */
export function chartTitles(samples: readonly Sample[]): readonly string[] {
  const [first, last] = [samples[0], samples.at(-1)];
  const range = extent(samples.map(({ value }) => value));
  if (first === undefined || last === undefined || first === last || range === undefined)
    return ['your own samples'];
  const { min, max } = range;
  const scale = dollars(min) === dollars(max) ? dollars(min) : `${dollars(min)} to ${dollars(max)}`;
  const long = stretch(last.at - first.at);
  return [
    `${scale}, your own samples, ${long}`,
    `${scale}, own samples, ${long}`,
    `${scale}, own samples`,
    scale,
  ];
}

/** The credit over time, in as many lines as there is room for; told, `0.40 to 0.52 dollars, 3 hours, falling`. */
export function creditChart(
  samples: readonly Sample[],
  columns: number,
  rows: number,
  ramp: string,
): Parts[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    const why =
      columns < 72
        ? 'It begins with the second read.'
        : 'The credit is noted at each read; the chart begins with the second one.';
    return [[[`   ${why}`, 'dim']]];
  }
  const step = (last.at - first.at) / columns;
  const values = binned(samples, {
    columns,
    from: first.at,
    to: last.at,
    gapMs: Math.max(gapMs, 2 * step),
    take: 'last',
  });
  return chartLines(values, rows, ramp, Math.max(first.value, last.value) * leastShare).map(
    (line): Parts => ['   ', [line, 'accent']],
  );
}

/** Cells of the columns day, GPU, disk, other, total. */
export const dayWidths = [14, 10, 10, 10, 12];

const right = (text: string, width: number) => `${text.padStart(width - 2)}  `;

/** What the columns of the days are called. */
export const dayHead: readonly Part[] = ['DAY', 'GPU $', 'DISK $', 'OTHER $', 'TOTAL $'].map((title, i) => [
  i === 0 ? `   ${title}` : right(title, dayWidths[i] ?? 0),
  'dim',
]);

/** Days as rows of a table. */
export const dayRows = (days: readonly DayCharges[], rows: number): Part[][] =>
  days
    .slice(0, Math.max(1, rows))
    .map((day) => [
      `   ${dayMonth(day.day, 'UTC')}`,
      ...[day.gpu, day.disk, day.other].map((value, i) => right(amount(value), dayWidths[i + 1] ?? 0)),
      right(`${day.atLeast ? '≥ ' : ''}${amount(day.total)}`, dayWidths[4] ?? 0),
    ]);

/** What stands in place of the days: still asking, not given, or really nothing. */
export function noDays(read: Loadable<Charged>, days: number): Parts {
  if (read.state === 'loading') return [['   asking the service', 'dim']];
  if (read.state === 'failed')
    return [[`   Not known: the service does not give them (${whyFailing(read.error)}).`, 'warn']];
  return [`   Nothing was charged in the last ${days} days.`];
}
