import { ratePerHour, span } from '../../base/format.ts';
import type { Instance, Volume } from '../../client/wire.ts';
import { volumesBurn } from '../volumes/volumes.ts';
import { burn, burnOnceBooted, isBooting } from './instance-burn.ts';
import {
  BURN_WINDOW_MS,
  burnDiffers,
  type MeasuredBurn,
  measuredBurn,
  SHORTEST_SPAN_MS,
} from './money-spent.ts';
import { quoteSeries, type Sample, unquotedSeries } from './samples.ts';

/** What an account spends in $/h, from the two sides that are known: prices and states, and the credit itself. */
export type AccountBurn = {
  /**
   * Of instances and volumes, by the prices that are known: the least it can be while `priced` is below `count`. These are
   * the instances, and the volumes that have no price; volumes that could not be read count as one.
   */
  quoted: { perHour: number; priced: number; count: number };
  /** The part of it that is of volumes; absent when there are none, or they are not known. */
  volumes?: { perHour: number; priced: number; count: number };
  /** Whether there are volumes, and what they cost, could not be read. */
  volumesUnread?: true;
  /** The same once what boots now runs; absent when nothing boots or its price is not known. */
  coming?: number;
  /** By the slope of the credit over `spanMs`. */
  measured?: { perHour: number; spanMs: number };
  /** Quoted and measured are so far apart that both are worth showing. */
  differs: boolean;
  /** $/h that the credit has fallen faster than any price of that time explains: something is paid that is not in sight. */
  unexplained?: number;
  /** By the prices nothing is spent, and yet the credit has fallen, for too short a time to say how fast. */
  fell?: true;
  /** What a runway is reckoned with. `atLeast`: some prices are not known, so that the runway is the most it can be. */
  reckoned: { perHour: number; basis: 'quoted' | 'measured'; atLeast: boolean };
};

/** What is known beside the instances: the volumes, and what was quoted when the credit was read (oldest first). */
export type BurnBeside = {
  /** None where the account is known to have none. */
  volumes?: readonly Volume[] | 'unread' | undefined;
  quotes?: readonly Sample[];
  /** When a price was missing, so that the quote of that time is not known. */
  unquoted?: readonly Pick<Sample, 'at'>[];
  /** Instances that the list lacks. */
  missing?: number | undefined;
};

/** What a burn is noted as ($/h), to be held against the credit later; undefined where a price is missing. */
export const quoteOf = ({ quoted, coming, reckoned }: AccountBurn): number | undefined =>
  reckoned.atLeast ? undefined : Math.max(quoted.perHour, coming ?? 0);

/** The same as samples, by their series: a quote, or that there was none. */
export function quoteSample(baseUrl: string, userId: number, burn: AccountBurn): Record<string, number> {
  const quote = quoteOf(burn);
  return quote === undefined
    ? { [unquotedSeries(baseUrl, userId)]: 1 }
    : { [quoteSeries(baseUrl, userId)]: quote };
}

/**
 * The burn of these instances and of those `missing` from the list, with the credit as it was read (oldest first). A runway is
 * reckoned with the prices, what boots being counted as running; where the credit falls faster than they explain, with what was
 * measured.
 */
export function accountBurn(
  instances: readonly Instance[],
  credit: readonly Sample[],
  now: number,
  { volumes = [], quotes = [], unquoted = [], missing = 0 }: BurnBeside = {},
): AccountBurn {
  const unread = volumes === 'unread';
  const stored = unread || volumes.length === 0 ? undefined : volumesBurn(volumes);
  const own = burn(instances, missing);
  const quoted = {
    perHour: own.perHour + (stored?.perHour ?? 0),
    priced: own.priced,
    count: own.count + (unread ? 1 : 0) + (stored === undefined ? 0 : stored.count - stored.priced),
  };
  const booted = burnOnceBooted(instances);
  const coming = booted === undefined ? undefined : booted + (stored?.perHour ?? 0);
  const seen = measuredBurn(credit, now);
  const perHour = coming ?? quoted.perHour;
  const unpriced = quoted.priced < quoted.count || (coming === undefined && instances.some(isBooting));
  const unexplained = unpriced ? undefined : beyondQuotes(seen, perHour, { quotes, unquoted }, now);
  const measured = unexplained === undefined ? seen : (seen?.steady ?? seen);
  const differs = measured !== undefined && burnDiffers(quoted.perHour, measured.perHour);
  const fellUnspent = perHour === 0 && !unpriced && fellFree(credit, { quotes, unquoted }, now);
  // Where nothing was spent by the prices all along, a credit that falls is the better witness.
  const isFree =
    fellUnspent && differs && !quotes.some(({ at, value }) => value > 0 && at >= now - LATEST_BOOKING_MS);
  const fromCredit =
    (unpriced || unexplained !== undefined || isFree) && measured !== undefined && measured.perHour > perHour;
  const fell = fellUnspent && !fromCredit;
  return {
    quoted,
    ...(stored === undefined ? {} : { volumes: stored }),
    ...(unread && { volumesUnread: true as const }),
    ...(coming === undefined ? {} : { coming }),
    ...(measured === undefined ? {} : { measured: { perHour: measured.perHour, spanMs: measured.spanMs } }),
    differs,
    ...(unexplained === undefined ? {} : { unexplained }),
    ...(fell && { fell }),
    reckoned: fromCredit
      ? { perHour: measured.perHour, basis: 'measured', atLeast: false }
      : { perHour, basis: 'quoted', atLeast: unpriced },
  };
}

const HOUR_MS = 3_600_000;
/** Services book what was used up to so much later, all of it at once. */
const LATEST_BOOKING_MS = HOUR_MS;
/** Less than this, in dollars, is no news. */
const LEAST_UNEXPLAINED = 0.01;

/** What the credit has lost in $/h beyond the dearest quote of that time. */
function beyondQuotes(
  measured: MeasuredBurn | undefined,
  perHour: number,
  { quotes, unquoted }: Required<Pick<BurnBeside, 'quotes' | 'unquoted'>>,
  now: number,
): number | undefined {
  if (measured === undefined) return undefined;
  const from = now - BURN_WINDOW_MS - LATEST_BOOKING_MS;
  const inTime = <S extends Pick<Sample, 'at'>>(samples: readonly S[]): readonly S[] =>
    samples.filter(({ at }) => at >= from && at <= now);
  const of = inTime(quotes);
  if (wasLongUnquoted(of, inTime(unquoted), now)) return undefined;
  const most = Math.max(perHour, ...of.map(({ value }) => value));
  const { steady } = measured;
  const seen = steady ?? measured;
  if (seen.spanMs < SHORTEST_SPAN_MS) return undefined;
  // Of two reads it cannot be told whether what was used long before was booked between them.
  const explainedMs = steady === undefined ? seen.spanMs + LATEST_BOOKING_MS : seen.spanMs;
  const beyond = seen.dollars - (most * explainedMs) / HOUR_MS;
  return beyond < Math.max(LEAST_UNEXPLAINED, 0.15 * seen.dollars) ? undefined : seen.perHour - most;
}

/** Whether the credit fell between two reads although by the prices nothing was spent then. */
function fellFree(
  credit: readonly Sample[],
  { quotes, unquoted }: Required<Pick<BurnBeside, 'quotes' | 'unquoted'>>,
  now: number,
): boolean {
  const spending = [...quotes.filter(({ value }) => value > 0), ...unquoted];
  let fallen = 0;
  for (const [index, sample] of credit.entries()) {
    const before = credit[index - 1];
    if (before === undefined || before.value <= sample.value) continue;
    if (before.at < now - BURN_WINDOW_MS || sample.at > now) continue;
    if (!spending.some(({ at }) => at >= before.at && at <= sample.at)) fallen += before.value - sample.value;
  }
  return fallen >= LEAST_UNEXPLAINED;
}

/** Whether for some minutes no read told every price: one that lacks some between two that do not says nothing of its own. */
function wasLongUnquoted(
  quoted: readonly Pick<Sample, 'at'>[],
  unquoted: readonly Pick<Sample, 'at'>[],
  now: number,
): boolean {
  return unquoted.some(({ at }) => {
    const until = quoted.find((one) => one.at > at)?.at ?? now;
    return until - at >= SHORTEST_SPAN_MS;
  });
}

/**
 * What is spent beside the instances, a sentence; undefined where nothing is. `isNews`: nobody can say for what, so that a
 * person is to look.
 */
export function spentBeside(burn: AccountBurn | undefined): { text: string; isNews: boolean } | undefined {
  const { unexplained, volumes } = burn ?? {};
  if (unexplained !== undefined) {
    const over = burn?.measured === undefined ? '' : ` over the last ${span(burn.measured.spanMs)}`;
    const text = `Credit fell ${ratePerHour(unexplained)} faster${over} than instances and volumes explain. Check your provider's billing page.`;
    return { text, isNews: true };
  }
  if (burn?.volumesUnread === true) return { text: "Couldn't read the volumes.", isNews: false };
  if (burn !== undefined && isMeasuredAlone(burn))
    return { text: `Credit fell ${measuredWords(burn)}.`, isNews: false };
  if (burn?.fell) return { text: 'Credit fell.', isNews: false };
  if (volumes === undefined) return undefined;
  const { perHour, priced, count } = volumes;
  const what = count === 1 ? '1 volume' : `${count} volumes`;
  if (priced < count) return { text: `${what}, cost not known.`, isNews: false };
  return perHour === 0 ? undefined : { text: `${what}, ${ratePerHour(perHour)}.`, isNews: false };
}

/** By its prices nothing is spent, and yet the credit falls. */
export const isMeasuredAlone = ({ quoted, reckoned }: AccountBurn): boolean =>
  reckoned.basis === 'measured' && quoted.priced === quoted.count && quoted.perHour === 0;

const measuredWords = ({ measured }: AccountBurn): string =>
  measured === undefined ? '' : `${ratePerHour(measured.perHour)} over the last ${span(measured.spanMs)}`;

/** What is shown where there is no instance, with what costs money all the same. `offersKey` leads to the offers. */
export function nothingRented(burn: AccountBurn | undefined, offersKey: string): string[] {
  const beside = spentBeside(burn);
  const offers = `Press ${offersKey} to browse offers.`;
  if (burn?.fell || beside === undefined) return ['No instances.', offers];
  if (!beside.isNews && burn !== undefined && isMeasuredAlone(burn))
    return [`No instances, but credit fell ${measuredWords(burn)}.`, offers];
  return [`No instances. ${beside.text}`, offers];
}

/** The dearest first, what boots counted as running. What is not priced is not known to be cheap. */
export const dearestFirst = (rows: readonly Instance[]): Instance[] => {
  const cost = (row: Instance): number => {
    const { perHour, atLeast } = accountBurn([row], [], 0).reckoned;
    return atLeast ? Number.POSITIVE_INFINITY : perHour;
  };
  return [...rows].sort((a, b) => (cost(a) === cost(b) ? a.id - b.id : cost(b) - cost(a)));
};
