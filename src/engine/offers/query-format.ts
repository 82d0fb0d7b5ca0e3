import type { FilterOp, FilterScalar, Order } from '../../client/wire.ts';
import { queryFields } from './query-fields.ts';
import type { QueryFilters } from './query-parse.ts';
import { writeValue } from './query-value.ts';

const signs: Readonly<Record<FilterOp, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: ' in ',
  notin: ' notin ',
};

function isList(operand: FilterScalar | readonly FilterScalar[]): operand is readonly FilterScalar[] {
  return typeof operand === 'object' && operand !== null;
}

/** What to type for these filters: `parseQuery` of it gives them again. */
export function formatQuery(filters: QueryFilters, removed: readonly string[] = []): string {
  const terms = Object.entries(filters).flatMap(([name, filter]) =>
    Object.entries(filter).map(([op, operand]) => {
      const field = queryFields[name];
      const value = isList(operand)
        ? `[${operand.map((item) => writeValue(field, item)).join(',')}]`
        : writeValue(field, operand);
      return `${name}${signs[op as FilterOp]}${value}`;
    }),
  );
  return [...terms, ...removed.map((name) => `${name}=any`)].join(' ');
}

/** What to type for an order: `parseOrder` of it gives it again. */
export function formatOrder(order: Order): string {
  return order.map(([field, direction]) => (direction === 'desc' ? `${field}-` : field)).join(',');
}
