import type { Filter, SearchBody } from '../../client/wire.ts';
import {
  formatOrder,
  formatQuery,
  parseOrder,
  parseQuery,
  suggestGpuName,
} from '../../engine/offers/query.ts';
import type { SearchState } from '../../engine/offers/search-state.ts';
import type { FieldSpec } from '../../tui/form/form-state.ts';

/** What stands in the search form, by field id; the documented keys of the body have their own names. */
export type SearchValues = Readonly<Record<string, string>>;

/** Orders that people ask for; the value is what `parseOrder` reads. */
const orders = [
  { value: 'dlperf_per_dphtotal-', label: 'best value' },
  { value: 'dph_total', label: 'cheapest' },
  { value: 'reliability-', label: 'most reliable' },
  { value: 'dlperf-', label: 'fastest' },
  { value: '', label: 'service order' },
] as const;
const ownOrder = 'own';

const only = (filter: Filter | undefined, op: 'eq' | 'gte') => {
  const value = filter?.[op];
  return filter !== undefined && Object.keys(filter).length === 1 && typeof value !== 'object'
    ? value
    : undefined;
};

/** The search as the form shows it. A condition that no field can hold stands among the further ones. */
export function searchValues(search: SearchState): Record<string, string> {
  const { gpu_name, num_gpus, direct_port_count, verified, rentable } = search.filters;
  const exactly = only(num_gpus, 'eq');
  const least = only(num_gpus, 'gte');
  const ports = only(direct_port_count, 'gte');
  const name = only(gpu_name, 'eq');
  const order = formatOrder(search.order);
  const known = orders.some(({ value }) => value === order);
  const own: Record<string, string> = {
    verified: only(verified, 'eq') === true ? 'true' : '',
    rentable: only(rentable, 'eq') === true ? 'true' : '',
    gpu_name: typeof name === 'string' ? name : '',
    num_gpus: typeof exactly === 'number' ? String(exactly) : typeof least === 'number' ? `>=${least}` : '',
    direct_port_count: typeof ports === 'number' ? String(ports) : '',
  };
  const rest = Object.entries(search.filters).filter(([field]) => (own[field] ?? '') === '');
  return {
    type: search.type,
    ...own,
    more: formatQuery(Object.fromEntries(rest)),
    order: known ? order : ownOrder,
    own_order: known ? '' : order,
    limit: String(search.limit),
  };
}

export type SearchRead =
  | { ok: true; search: SearchState; errors: ReadonlyMap<string, string> }
  | { ok: false; errors: ReadonlyMap<string, string> };

type Report = (field: string, message: string) => undefined;

const whole = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** The name that is sent: the one that was seen when only the spelling differs, else as typed with blanks for `_`. */
export function gpuNameToSend(typed: string, seen: readonly string[]): string {
  const text = typed.trim();
  return suggestGpuName(text, seen).match ?? text.replaceAll('_', ' ');
}

function readCount(text: string, report: Report): Filter | undefined {
  const [, op, number] = /^(>=|=|)\s*(\S.*)$/.exec(text) ?? [];
  const count = number === undefined ? undefined : whole(number);
  if (text === '') return undefined;
  if (count === undefined) return report('num_gpus', 'write a whole number, such as 2, or >=2');
  return op === '>=' ? { gte: count } : { eq: count };
}

function ownFilters(values: SearchValues, seen: readonly string[], report: Report): Record<string, Filter> {
  const text = (id: string) => (values[id] ?? '').trim();
  const ports = text('direct_port_count');
  const least =
    ports === '' ? undefined : (whole(ports) ?? report('direct_port_count', 'write a whole number'));
  const name = gpuNameToSend(text('gpu_name'), seen);
  const filters: Record<string, Filter | undefined> = {
    verified: text('verified') === 'true' ? { eq: true } : undefined,
    rentable: text('rentable') === 'true' ? { eq: true } : undefined,
    gpu_name: name === '' ? undefined : { eq: name },
    num_gpus: readCount(text('num_gpus'), report),
    direct_port_count: least === undefined ? undefined : { gte: least },
  };
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, Filter] => entry[1] !== undefined),
  );
}

/** The further conditions over those of the fields; the same condition twice is a mistake and not a choice. */
function withMore(own: Record<string, Filter>, text: string, report: Report): Record<string, Filter> {
  const parsed = parseQuery(text);
  if (!parsed.ok) {
    const instead = parsed.suggestion === undefined ? '' : `; did you mean ${parsed.suggestion} ?`;
    report('more', `at ${parsed.at + 1}: ${parsed.reason}${instead}`);
    return own;
  }
  const all = { ...own };
  for (const [field, filter] of Object.entries(parsed.filters)) {
    const twice = Object.keys(filter).find((op) => own[field]?.[op as keyof Filter] !== undefined);
    if (twice !== undefined) report('more', `${field} is set above already`);
    all[field] = { ...own[field], ...filter };
  }
  const lifted = parsed.removed.find((field) => own[field] !== undefined);
  if (lifted !== undefined) report('more', `${lifted} is set above: lift it there`);
  return all;
}

function readOrder(values: SearchValues, report: Report): SearchState['order'] {
  const own = values.order === ownOrder;
  const text = (own ? values.own_order : values.order)?.trim() ?? '';
  if (text === '') {
    if (own) report('own_order', 'name a field, such as dph_total or reliability-');
    return [];
  }
  const parsed = parseOrder(text);
  if (parsed.ok) return parsed.order;
  const instead = parsed.suggestion === undefined ? '' : `; did you mean ${parsed.suggestion} ?`;
  report('own_order', `at ${parsed.at + 1}: ${parsed.reason}${instead}`);
  return [];
}

/** The search that the form stands for (interface.md, Offers and search query), or what is wrong, by field. */
export function readSearch(values: SearchValues, seen: readonly string[]): SearchRead {
  const errors = new Map<string, string>();
  const report: Report = (field, message) => {
    if (!errors.has(field)) errors.set(field, message);
    return undefined;
  };
  const filters = withMore(ownFilters(values, seen, report), values.more ?? '', report);
  const order = readOrder(values, report);
  const limit = whole((values.limit ?? '').trim()) ?? 0;
  if (limit < 1) report('limit', 'write a whole number from 1');
  if (errors.size > 0) return { ok: false, errors };
  const type = values.type === 'bid' ? 'bid' : 'on-demand';
  return { ok: true, search: { type, filters, order, limit }, errors };
}

/** What is said of a GPU name: the spelling that is sent, the names that come close, or that it must be exact. `namesKey` picks one of them. */
export function gpuNote(typed: string, seen: readonly string[], namesKey: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const { match, near } = suggestGpuName(text, seen);
  if (match !== undefined) return match === text ? '' : `sent as ${match}`;
  if (near.length > 0) return `not seen so far; near: ${near.slice(0, 3).join(', ')} (${namesKey} picks)`;
  return 'not seen so far; it must be spelled exactly as the service does';
}

/** The fields of the search form; `seen` are the GPU names of the offers that were loaded. */
export function searchFields(
  values: SearchValues,
  errors: ReadonlyMap<string, string>,
  seen: readonly string[],
  apply: () => void,
  namesKey: string,
): FieldSpec[] {
  const anyYes = (yes: string) => [
    { value: 'true', label: yes },
    { value: '', label: 'any' },
  ];
  const fields: (FieldSpec | undefined)[] = [
    {
      kind: 'choice',
      id: 'type',
      label: 'Type',
      options: [
        { value: 'on-demand', label: 'on-demand' },
        { value: 'bid', label: 'bid' },
      ],
    },
    { kind: 'choice', id: 'verified', label: 'Verified', options: anyYes('yes') },
    { kind: 'choice', id: 'rentable', label: 'Rentable', options: anyYes('yes') },
    {
      kind: 'text',
      id: 'gpu_name',
      label: 'GPU',
      placeholder: 'any',
      note: gpuNote(values.gpu_name ?? '', seen, namesKey),
    },
    { kind: 'text', id: 'num_gpus', label: 'GPUs', placeholder: 'any', note: '2, or >=2' },
    {
      kind: 'text',
      id: 'direct_port_count',
      label: 'Ports',
      placeholder: 'any',
      note: 'at least',
    },
    { kind: 'text', id: 'more', label: 'And', placeholder: 'such as gpu_ram>=24' },
    {
      kind: 'choice',
      id: 'order',
      label: 'Order',
      options: [...orders, { value: ownOrder, label: 'your own' }],
    },
    values.order === ownOrder
      ? {
          kind: 'text',
          id: 'own_order',
          label: 'Own order',
          placeholder: 'dph_total,reliability-',
          note: '- descends',
        }
      : undefined,
    { kind: 'text', id: 'limit', label: 'Limit', note: 'at most' },
    { kind: 'button', id: 'search', label: '', text: 'Search', press: apply },
  ];
  return fields
    .filter((field) => field !== undefined)
    .map((field) => {
      const error = errors.get(field.id);
      return error === undefined ? field : { ...field, error };
    });
}

/** The body as JSON, one key on a line, so that what is sent can be read at a glance. */
export function bodyLines(body: SearchBody): string[] {
  const entries = Object.entries(body);
  const one = (value: unknown) => JSON.stringify(value).replaceAll(',', ', ').replaceAll('":', '": ');
  return [
    '{',
    ...entries.map(
      ([key, value], index) => `  "${key}": ${one(value)}${index === entries.length - 1 ? '' : ','}`,
    ),
    '}',
  ];
}
