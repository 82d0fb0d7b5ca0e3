import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { jsonParameter } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import { reject } from '../errors.ts';
import { isAlive } from '../machines/instance.ts';
import { presentInstance } from '../present-instance.ts';
import type { Reply } from '../reply.ts';
import { computedColumns, instanceColumns } from './instance-columns.ts';
import { readTests } from './record-filter.ts';

type Row = Record<string, unknown>;

const orderShape = v.array(v.object({ col: v.string(), dir: v.picklist(['asc', 'desc']) }));
const tokenShape = v.object({ after: v.number() });

/** The living instances as rows, in the order of their ids. */
const rowsOf = ({ store, now }: Call): Row[] =>
  store.state.instances.filter(isAlive).map((one) => presentInstance(store, one, now));

/** `GET /api/v1/instances/`: filtered, ordered, in pages of at most 25 (service-facts.md (b), List, v1). */
function page(call: Call): Reply {
  const all = rowsOf(call);
  const filters = jsonParameter(call.query, 'select_filters');
  const tests = readTests(filters, (name) => {
    if (computedColumns.has(name)) reject('invalid_request', `cannot filter by "${name}": it is computed`);
    if (!instanceColumns.has(name)) reject('invalid_request', `there is no column "${name}"`);
  });
  const rows = order(
    all.filter((row) => tests.every((test) => test(row))),
    call.query,
  );

  const given = Number(call.query.get('limit') ?? assumptions.pageLimit);
  if (!Number.isFinite(given)) reject('invalid_request', 'limit must be a number');
  const limit =
    given <= 0 ? assumptions.pageLimitForNone : Math.min(Math.floor(given), assumptions.pageLimit);
  const from = startOf(rows, call.query.get('after_token'));
  const shown = rows.slice(from, from + limit);
  const last = shown.at(-1);
  const more = last !== undefined && from + limit < rows.length;

  const labels: Record<string, number> = {};
  for (const row of rows) labels[String(row.label ?? '')] = (labels[String(row.label ?? '')] ?? 0) + 1;
  return success({
    instances_found: shown.length,
    total_instances: rows.length,
    label_counts: labels,
    next_token: more ? Buffer.from(JSON.stringify({ after: last.id })).toString('base64') : null,
    instances: shown.map((row) => pick(row, jsonParameter(call.query, 'select_cols'))),
  });
}

function order(rows: Row[], query: URLSearchParams): Row[] {
  const parsed = v.safeParse(orderShape, jsonParameter(query, 'order_by') ?? []);
  if (!parsed.success) return reject('invalid_request', 'order_by must be a list of {"col","dir"}');
  for (const { col } of parsed.output) {
    if (!instanceColumns.has(col)) reject('invalid_request', `cannot order by "${col}"`);
  }
  const keys = [...parsed.output, { col: 'id', dir: 'asc' as const }];
  return rows.toSorted((a, b) => {
    for (const { col, dir } of keys) {
      const difference = compare(a[col], b[col]);
      if (difference !== 0) return dir === 'asc' ? difference : -difference;
    }
    return 0;
  });
}

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
};

/** The row after the one that the token names; a token that was not given out is 400 `invalid_token`. */
function startOf(rows: readonly Row[], token: string | null): number {
  if (token === null || token === '') return 0;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return reject('invalid_token', 'after_token is not one that was given out');
  }
  const parsed = v.safeParse(tokenShape, value);
  if (!parsed.success) return reject('invalid_token', 'after_token is not one that was given out');
  const { after } = parsed.output;
  const at = rows.findIndex((row) => row.id === after);
  if (at !== -1) return at + 1;
  // The instance that ended the last page is gone: go on with the ids above it.
  const next = rows.findIndex((row) => Number(row.id) > after);
  return next === -1 ? rows.length : next;
}

function pick(row: Row, columns: unknown): Row {
  if (!Array.isArray(columns) || columns.includes('*')) return row;
  return Object.fromEntries(columns.map((name) => [String(name), row[String(name)] ?? null]));
}

const auth = { category: 'instance_read' } as const;

export const instanceListRoutes: Route[] = [
  { method: 'GET', path: '/api/v1/instances', auth, interval: 1, handler: page },
  {
    method: 'GET',
    path: '/api/v1/instances/lite',
    auth,
    handler: (call) => {
      const rows = rowsOf(call);
      const names = ['id', 'label', 'actual_status', 'intended_status', 'gpu_name', 'num_gpus'];
      return success({ instances_found: rows.length, instances: rows.map((row) => pick(row, names)) });
    },
  },
  {
    method: 'GET',
    path: '/api/v0/instances/filters',
    auth,
    handler: (call) => {
      const kinds = rowsOf(call).map((row) => pick(row, ['actual_status', 'verification', 'gpu_name']));
      const texts = new Set(kinds.map((kind) => JSON.stringify(kind)));
      return success({ filters: [...texts].map((kind) => JSON.parse(kind)) });
    },
  },
  {
    method: 'GET',
    path: '/api/v0/instances/count',
    auth,
    handler: (call) => success({ count: rowsOf(call).length }),
  },
];
