import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { jsonParameter, num } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { Charge } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Reply } from '../reply.ts';

const range = v.looseObject({ gte: v.optional(num), lte: v.optional(num) });
const filters = v.looseObject({ day: range, type: v.optional(v.looseObject({ in: v.array(v.string()) })) });
const tokenShape = v.object({ after: v.number() });
const daySeconds = 86_400;

type Piece = Pick<Charge, 'instanceId' | 'volumeId' | 'kind' | 'rate'> & { start: number; end: number };

/** The ledger between two times (epoch seconds), cut at each midnight of UTC. */
function pieces(lines: readonly Charge[], from: number, to: number): Piece[] {
  return lines.flatMap(({ amount: _, from: begins, to: ends, ...source }) => {
    const found: Piece[] = [];
    const last = Math.min(to, ends / 1000);
    for (let start = Math.max(from, begins / 1000); start < last; ) {
      const end = Math.min(last, (Math.floor(start / daySeconds) + 1) * daySeconds);
      found.push({ ...source, start, end });
      start = end;
    }
    return found;
  });
}

const amountOf = ({ rate, start, end }: Piece): number => (rate * (end - start)) / 3600;

const item = (piece: Piece) => ({
  start: piece.start,
  end: piece.end,
  type: piece.kind,
  description: { gpu: 'GPU', disk: 'Disk', volume: 'Volume' }[piece.kind],
  amount: amountOf(piece),
  rate: piece.rate,
  quantity: (piece.end - piece.start) / 3600,
});

/** What one instance or volume cost on one day, with the pieces of the ledger that make it up. */
const sourceOf = (
  type: 'instance' | 'volume',
  id: number,
  label: string | null,
  parts: readonly Piece[],
) => ({
  start: Math.min(...parts.map(({ start }) => start)),
  end: Math.max(...parts.map(({ end }) => end)),
  type,
  source: `${type}-${id}`,
  description: `${type === 'volume' ? 'Volume' : 'Instance'} ${id}`,
  amount: parts.reduce((sum, part) => sum + amountOf(part), 0),
  metadata: { label },
  items: parts.map(item),
});

/** `GET /api/v0/charges/`: what instances and volumes cost in a range of time, a row for each and each day, in pages. */
function charges({ store, query }: Call): Reply {
  const parsed = v.safeParse(filters, jsonParameter(query, 'select_filters') ?? {});
  if (!parsed.success) return reject('invalid_request', 'select_filters must have a "day" range');
  const { day, type } = parsed.output;
  const rows = new Map<string, Piece[]>();
  for (const piece of pieces(store.state.charges, day.gte ?? 0, day.lte ?? Number.POSITIVE_INFINITY)) {
    const key = `${piece.instanceId} ${piece.volumeId} ${Math.floor(piece.start / daySeconds)}`;
    rows.set(key, [...(rows.get(key) ?? []), piece]);
  }
  const found = [...rows.values()].flatMap((parts) => {
    const { instanceId, volumeId } = parts[0] as Piece;
    const row =
      volumeId === undefined
        ? sourceOf('instance', instanceId, store.instance(instanceId)?.label ?? null, parts)
        : sourceOf('volume', volumeId, null, parts);
    return type === undefined || type.in.includes(row.type) ? [row] : [];
  });
  const latestFirst = query.get('latest_first') === 'true';
  found.sort((a, b) => (latestFirst ? b.start - a.start : a.start - b.start));
  const { mostCharges, chargesOnPage } = assumptions;
  const limit = Math.min(Number(query.get('limit') ?? chargesOnPage) || chargesOnPage, mostCharges);
  const from = startOf(query.get('after_token'));
  const results = found.slice(from, from + limit);
  const next = from + limit < found.length ? tokenFor(from + limit) : null;
  return success({ count: results.length, total: found.length, next_token: next, results });
}

const tokenFor = (after: number): string => Buffer.from(JSON.stringify({ after })).toString('base64');

/** The row that a token leads to; one that was not given out is 400 `invalid_token`. */
function startOf(token: string | null): number {
  if (token === null || token === '') return 0;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenShape), text);
  return parsed.success
    ? parsed.output.after
    : reject('invalid_token', 'after_token is not one that was given out');
}

export const billingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/charges',
    auth: { category: 'billing_read' },
    interval: 1,
    handler: charges,
  },
];
