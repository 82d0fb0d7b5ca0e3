import { closestName } from '../../base/closest-name.ts';
import { queryAliases, sortableFields } from './query-fields.ts';
import { type QueryError, queryError } from './query-scan.ts';

export type ParsedOrder = { ok: true; order: [field: string, direction: 'asc' | 'desc'][] } | QueryError;

/** Reads a sort order: fields by comma, `-` after (or before) a name for descending: `num_gpus-,dph`. */
export function parseOrder(text: string): ParsedOrder {
  const order: [string, 'asc' | 'desc'][] = [];
  let at = 0;
  for (const part of text.split(',')) {
    const typed = part.trim();
    const start = at + (typed === '' ? 0 : part.indexOf(typed));
    at += part.length + 1;
    const match = /^([+-]?)(\w+)([+-]?)$/.exec(typed);
    const word = match?.[2]?.toLowerCase() ?? '';
    if (match === null || (match[1] !== '' && match[3] !== '')) {
      return queryError(
        start,
        typed.length,
        'expected a field name (e.g. dph_total, or num_gpus- for descending)',
      );
    }
    const name = Object.hasOwn(queryAliases, word) ? (queryAliases[word] ?? word) : word;
    if (!sortableFields.includes(name)) {
      const near = closestName(word, sortableFields);
      return queryError(start, typed.length, `unknown sort field "${typed}"`, near);
    }
    order.push([name, match[1] === '-' || match[3] === '-' ? 'desc' : 'asc']);
  }
  return { ok: true, order };
}
