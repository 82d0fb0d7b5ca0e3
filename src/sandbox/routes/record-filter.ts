import { isObject } from '../body.ts';
import { reject } from '../errors.ts';

type Row = Readonly<Record<string, unknown>>;

const comparable = (value: unknown): number | string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  const text = String(value);
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
};
const equal = (a: unknown, b: unknown): boolean => comparable(a) === comparable(b);
const ordered = (a: unknown, b: unknown, holds: (order: number) => boolean): boolean => {
  const [x, y] = [comparable(a), comparable(b)];
  if (x === null || y === null || typeof x !== typeof y) return false;
  return holds(x < y ? -1 : x > y ? 1 : 0);
};

const operators: Record<string, (value: unknown, wanted: unknown) => boolean> = {
  eq: equal,
  neq: (value, wanted) => !equal(value, wanted),
  gt: (value, wanted) => ordered(value, wanted, (order) => order > 0),
  gte: (value, wanted) => ordered(value, wanted, (order) => order >= 0),
  lt: (value, wanted) => ordered(value, wanted, (order) => order < 0),
  lte: (value, wanted) => ordered(value, wanted, (order) => order <= 0),
  in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => equal(value, one)),
  notin: (value, wanted) => Array.isArray(wanted) && !wanted.some((one) => equal(value, one)),
};

/**
 * Reads `{column: {operator: value}}` as tests of a record. `refuse` may refuse a column; an unknown operator is
 * 400 `invalid_request`. A bare value stands for `eq`.
 */
export function readTests(
  filters: unknown,
  refuse: (name: string) => void = () => {},
): ((row: Row) => boolean)[] {
  if (filters === undefined || filters === null) return [];
  if (typeof filters !== 'object' || Array.isArray(filters)) {
    return reject('invalid_request', 'select_filters must be an object');
  }
  return Object.entries(filters).flatMap(([name, filter]) => {
    refuse(name);
    const byOperator: Record<string, unknown> = isObject(filter) ? { ...filter } : { eq: filter };
    return Object.entries(byOperator).map(([operator, wanted]) => {
      const holds = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
      if (holds === undefined)
        return reject('invalid_request', `unknown operator "${operator}" of "${name}"`);
      return (row: Row) => holds(row[name], wanted);
    });
  });
}
