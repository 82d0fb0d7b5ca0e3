import type { Filter, SearchBody } from '../../client/wire.ts';
import { filtersOf } from './query-body.ts';
import { formatQuery } from './query-format.ts';

function only(filter: Filter | undefined, op: 'eq' | 'gte'): string | number | boolean | undefined {
  if (filter === undefined || Object.keys(filter).length !== 1) return undefined;
  const value = filter[op];
  return value === null || typeof value === 'object' ? undefined : value;
}

function count(filter: Filter | undefined, one: string, many: string): string | undefined {
  const exactly = only(filter, 'eq');
  if (typeof exactly === 'number') return `${exactly} ${exactly === 1 ? one : many}`;
  const least = only(filter, 'gte');
  return typeof least === 'number' ? `${least}+ ${least === 1 ? one : many}` : undefined;
}

function trust(filter: Filter | undefined): string | undefined {
  if (filter === undefined) return 'verified or not';
  const value = only(filter, 'eq');
  return value === true ? 'verified' : value === false ? 'unverified' : undefined;
}

/**
 * The search in one line: `on-demand · RTX 4090 · 1 GPU · verified · 1+ port`. It says what the body holds and,
 * since people expect the two default filters, also when one of them is missing.
 */
export function describeFilters(body: SearchBody): string {
  const { gpu_name, num_gpus, verified, rentable, direct_port_count, ...rest } = filtersOf(body);
  const known: [name: string, filter: Filter | undefined, words: string | undefined][] = [
    ['gpu_name', gpu_name, only(gpu_name, 'eq')?.toString()],
    ['num_gpus', num_gpus, count(num_gpus, 'GPU', 'GPUs')],
    ['verified', verified, trust(verified)],
    ['direct_port_count', direct_port_count, count(direct_port_count, 'port', 'ports')],
  ];
  const words = known.map(([name, filter, said]) =>
    said === undefined && filter !== undefined ? formatQuery({ [name]: filter }) : said,
  );
  const free = rentable === undefined ? 'rentable or not' : formatQuery({ rentable });
  const others = Object.entries(rest).map(([name, filter]) => formatQuery({ [name]: filter }));
  return [body.type, ...words, free === 'rentable=true' ? undefined : free, ...others]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
