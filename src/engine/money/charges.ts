import { epochMs } from '../../base/format-time.ts';
import type { Charge, ChargeItem } from '../../client/wire.ts';
import { chargedFrom } from './charged.ts';
import { known } from './price-parts.ts';

const DAY_MS = 86_400_000;

/** What was charged on one day of UTC, in dollars. `atLeast`: the service gave no amount for some of it. */
export type DayCharges = {
  /** Epoch ms of its beginning. */
  day: number;
  total: number;
  gpu: number;
  disk: number;
  /** Traffic, volumes and whatever else there is. */
  other: number;
  atLeast: boolean;
};

type Kind = 'gpu' | 'disk' | 'other';
type Piece = { kind: Kind; from: number; to: number; amount: number | undefined };

const kindOf = ({ type }: ChargeItem): Kind => (type === 'gpu' || type === 'disk' ? type : 'other');

/** The parts of a charge where they are all there, else the charge as one. */
function piecesOf(charge: Charge): Piece[] {
  const { items = [] } = charge;
  const parts = items.length > 0 && items.every(({ amount }) => known(amount)) ? items : undefined;
  const whole: ChargeItem[] = [{ ...charge, type: 'whole' }];
  return (parts ?? whole).flatMap((part) => {
    const start = part.start ?? charge.start ?? part.end ?? charge.end;
    const end = part.end ?? charge.end ?? start;
    if (start === undefined || end === undefined) return [];
    return [{ kind: kindOf(part), from: epochMs(start), to: epochMs(end), amount: part.amount }];
  });
}

/**
 * Charges by day of UTC, the latest first, from the first day on that has any to that of `now`, no more days than are
 * asked for. One that goes over several days is shared among them by time. A charge without any time belongs to no day
 * and is left out.
 */
export function chargesByDay(charges: readonly Charge[], now: number): DayCharges[] {
  const pieces = charges.flatMap(piecesOf);
  if (pieces.length === 0) return [];
  const begins = pieces.reduce((least, { from }) => Math.min(least, from), now);
  const first = Math.max(dayOf(begins), chargedFrom(now));
  const days: DayCharges[] = [];
  for (let day = dayOf(now); day >= first; day -= DAY_MS) days.push(ofDay(day, pieces));
  return days;
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

function ofDay(day: number, pieces: readonly Piece[]): DayCharges {
  const sums = { gpu: 0, disk: 0, other: 0 };
  let atLeast = false;
  for (const { kind, from, to, amount } of pieces) {
    const share = shareOf(day, from, to);
    if (share === 0) continue;
    if (known(amount)) sums[kind] += amount * share;
    else atLeast = true;
  }
  return { day, total: sums.gpu + sums.disk + sums.other, ...sums, atLeast };
}

/** The part of a stretch of time that lies on a day; one without length lies where it begins. */
function shareOf(day: number, from: number, to: number): number {
  if (to <= from) return dayOf(from) === day ? 1 : 0;
  return Math.max(0, Math.min(to, day + DAY_MS) - Math.max(from, day)) / (to - from);
}

/** Charges by what they are for, put apart once: each row of a list asks for its own whenever it is drawn. */
const bySource = new WeakMap<readonly Charge[], ReadonlyMap<string | undefined, readonly Charge[]>>();

function chargesOf(source: string, charges: readonly Charge[]): readonly Charge[] {
  const known = bySource.get(charges);
  if (known !== undefined) return known.get(source) ?? [];
  const apart = new Map<string | undefined, Charge[]>();
  for (const charge of charges) {
    const own = apart.get(charge.source);
    if (own === undefined) apart.set(charge.source, [charge]);
    else own.push(charge);
  }
  bySource.set(charges, apart);
  return apart.get(source) ?? [];
}

/** What an instance was charged in these charges, and until when (epoch ms); undefined where an amount is missing. */
export function chargedTo(
  id: number,
  charges: readonly Charge[],
): { dollars: number; until: number } | undefined {
  const own = chargesOf(`instance-${id}`, charges);
  const dollars = own.reduce((sum, { amount }) => sum + (amount ?? Number.NaN), 0);
  const until = own.reduce(
    (last, { end }) => Math.max(last, end === undefined ? Number.NaN : epochMs(end)),
    0,
  );
  return own.length > 0 && known(dollars) && known(until) ? { dollars, until } : undefined;
}

/** An instance that is charged for and not listed any more; `dollars` is absent where an amount is missing. */
export type GoneCharge = { id: number; label?: string; dollars?: number; from?: number };

/** What instances that are not among the `listed` were charged, in the order of their ids. */
export function chargesOfGone(charges: readonly Charge[], listed: ReadonlySet<number>): GoneCharge[] {
  const ids = charges.flatMap(({ source }) => {
    const id = Number(/^instance-(\d+)$/.exec(source ?? '')?.[1] ?? Number.NaN);
    return Number.isSafeInteger(id) && !listed.has(id) ? [id] : [];
  });
  return [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id) => {
      const own = chargesOf(`instance-${id}`, charges);
      const dollars = own.reduce((sum, { amount }) => sum + (amount ?? Number.NaN), 0);
      const starts = own.flatMap(({ start }) => (start === undefined ? [] : [epochMs(start)]));
      const label = own.find(({ metadata }) => metadata?.label)?.metadata?.label;
      return {
        id,
        ...(label === undefined ? {} : { label }),
        ...(known(dollars) ? { dollars } : {}),
        ...(starts.length === 0 ? {} : { from: Math.min(...starts) }),
      };
    });
}

/** Less than this is a matter of rounding. */
const cent = 0.01;

/** Instances that the service says were charged less than it said before: a refund or a correction. */
export function corrections(
  before: { charges: readonly Charge[]; from: number },
  after: { charges: readonly Charge[]; from: number },
): { id: number; was: number; is: number }[] {
  // Of another stretch of time less may have been charged without any correction.
  if (before.from !== after.from) return [];
  const nothing = new Set<number>();
  const now = new Map(chargesOfGone(after.charges, nothing).map(({ id, dollars }) => [id, dollars]));
  return chargesOfGone(before.charges, nothing).flatMap(({ id, dollars: was }) => {
    const is = now.has(id) ? now.get(id) : 0;
    return known(was) && known(is) && is < was - cent ? [{ id, was, is }] : [];
  });
}
