import { reject } from '../errors.ts';

/** Operators as people type them, and as a search has them. */
const operators: Record<string, string> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  in: 'in',
  notin: 'notin',
};
const term =
  /^\s*([A-Za-z_]\w*)\s*(==|!=|>=|<=|=|>|<|\bnotin\b|\bin\b)\s*(\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s]+)/;

/** Fields that people write in GB and a search has in MB, as `assumptions.searchParamsMemoryIn` says. */
const inGigabytes = ['gpu_ram', 'gpu_total_ram', 'cpu_ram'];

/**
 * Reads the search of a worker group, as `verified=true gpu_ram>=24`, into the filters of a search body. In a bare
 * value `_` stands for a blank. 400 `bad_request` for what is no such text.
 */
export function readSearchParams(source: string): Record<string, Record<string, unknown>> {
  const filters: Record<string, Record<string, unknown>> = {};
  let rest = source;
  while (rest.trim() !== '') {
    const [whole, name = '', operator = '', value = ''] = term.exec(rest) ?? [];
    const op = operators[operator];
    if (whole === undefined || op === undefined) {
      return reject('bad_request', '"search_params" cannot be read: field, operator, value');
    }
    const read = (one: string) => (inGigabytes.includes(name) ? readSize(one) : readValue(one));
    filters[name] = { ...filters[name], [op]: value.startsWith('[') ? readList(value, read) : read(value) };
    rest = rest.slice(whole.length);
  }
  return filters;
}

const readList = (value: string, read: (one: string) => unknown): unknown[] =>
  value
    .slice(1, -1)
    .split(',')
    .map((one) => read(one.trim()));

const readSize = (value: string): unknown =>
  /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : readValue(value);

function readValue(value: string): unknown {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return /^["']/.test(value) ? value.slice(1, -1) : value.replaceAll('_', ' ');
}
