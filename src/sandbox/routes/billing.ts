import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { jsonParameter } from '../body.ts';
import type { Charge, InstanceRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';
import { type Call, type Route, success } from './call.ts';

const range = v.looseObject({ gte: v.optional(v.number()), lte: v.optional(v.number()) });
const filters = v.looseObject({ day: v.optional(range), when: v.optional(range) });

const item = (line: Charge) => ({
  start: line.from / 1000,
  end: line.to / 1000,
  type: line.kind,
  description: line.kind === 'gpu' ? 'GPU' : 'Disk',
  amount: line.amount,
  rate: line.rate,
  quantity: (line.to - line.from) / 3_600_000,
});

/** What one instance cost, with the lines of the ledger that make it up. */
function sourceOf(instance: InstanceRecord | undefined, instanceId: number, lines: readonly Charge[]) {
  return {
    start: Math.min(...lines.map((line) => line.from)) / 1000,
    end: Math.max(...lines.map((line) => line.to)) / 1000,
    type: 'instance',
    source: `instance-${instanceId}`,
    description: `Instance ${instanceId}`,
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    metadata: { label: instance?.label ?? null },
    items: lines.map(item),
  };
}

function within(store: Store, from: number, to: number): Map<number, Charge[]> {
  const byInstance = new Map<number, Charge[]>();
  for (const line of store.state.charges) {
    if (line.to / 1000 < from || line.from / 1000 > to) continue;
    byInstance.set(line.instanceId, [...(byInstance.get(line.instanceId) ?? []), line]);
  }
  return byInstance;
}

/** `GET /api/v0/charges/`: what instances cost in a range of days, by instance. */
function charges({ store, query }: Call): Reply {
  const parsed = v.safeParse(filters, jsonParameter(query, 'select_filters') ?? {});
  const day = parsed.success ? parsed.output.day : undefined;
  if (day === undefined) return reject('invalid_request', 'select_filters must have a "day" range');
  const found = [...within(store, day.gte ?? 0, day.lte ?? Number.POSITIVE_INFINITY)].map(([id, lines]) =>
    sourceOf(store.instance(id), id, lines),
  );
  const latestFirst = query.get('latest_first') === 'true';
  found.sort((a, b) => (latestFirst ? b.start - a.start : a.start - b.start));
  const most = assumptions.mostCharges;
  const limit = Math.min(Number(query.get('limit') ?? 100) || 100, most);
  const from = Number(query.get('after_token') ?? 0) || 0;
  const results = found.slice(from, from + limit);
  const next = from + limit < found.length ? String(from + limit) : null;
  return success({ count: results.length, total: found.length, next_token: next, results });
}

export const billingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/charges',
    auth: { category: 'billing_read' },
    interval: 1,
    handler: charges,
  },
  {
    method: 'GET',
    path: '/api/v1/invoices',
    auth: { category: 'billing_read' },
    interval: 3,
    handler: () => success({ count: 0, total: 0, next_token: null, results: [] }),
  },
];
