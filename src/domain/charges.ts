import type { Charge, ChargeItem } from '../client/wire.ts';
import { chargedFrom } from './charged.ts';
import { epochMs } from './format-time.ts';
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
