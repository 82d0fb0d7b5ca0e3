import type { FilterOp } from '../../client/wire.ts';
import type { TypedValue } from './query-value.ts';

/** Where a query cannot be read: `at` and `length` count UTF-16 units of the text. */
export type QueryError = { ok: false; at: number; length: number; reason: string; suggestion?: string };

export function queryError(at: number, length: number, reason: string, suggestion?: string): QueryError {
  return { ok: false, at, length: Math.max(1, length), reason, ...(suggestion ? { suggestion } : {}) };
}

const symbols: Readonly<Record<string, FilterOp>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};
const words: Readonly<Record<string, FilterOp>> = {
  eq: 'eq',
  neq: 'neq',
  noteq: 'neq',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
  in: 'in',
  nin: 'notin',
  notin: 'notin',
};
const slips: Readonly<Record<string, string>> = { '=>': '>=', '=<': '<=', '<>': '!=', '=!': '!=' };

/** Steps over the text by sticky patterns, so that every error knows its place. */
export type Scanner = { text: string; at: number };

export function take(scanner: Scanner, pattern: RegExp): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
  sticky.lastIndex = scanner.at;
  const match = sticky.exec(scanner.text);
  if (match === null) return undefined;
  scanner.at = sticky.lastIndex;
  return match;
}

export type TakenOperator = { ok: true; op: FilterOp; at: number; length: number };

/** The operator at the scanner's place, undefined when there is none. */
export function takeOperator(scanner: Scanner): TakenOperator | QueryError | undefined {
  const symbol = take(scanner, /\s*([=<>!~]+)/)?.[1];
  if (symbol !== undefined) {
    const at = scanner.at - symbol.length;
    const op = Object.hasOwn(symbols, symbol) ? symbols[symbol] : undefined;
    if (op !== undefined) return { ok: true, op, at, length: symbol.length };
    return queryError(at, symbol.length, `unknown operator ${symbol}`, slips[symbol]);
  }
  const pattern = /\s+(not\s+(?:in|eq)|notin|noteq|nin|in|neq|eq|gte|gt|lte|lt)(?=[\s["']|$)/i;
  const word = take(scanner, pattern)?.[1];
  const op = words[word?.toLowerCase().replace(/\s+/, '') ?? ''];
  if (word === undefined || op === undefined) return undefined;
  return { ok: true, op, at: scanner.at - word.length, length: word.length };
}

export type PlacedValue = TypedValue & { at: number; length: number };
export type TakenValue = { ok: true; list: boolean; values: PlacedValue[] } | QueryError;

function takeQuoted(scanner: Scanner): PlacedValue | QueryError | undefined {
  const at = scanner.at;
  const match = take(scanner, /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/);
  const inner = match?.[1] ?? match?.[2];
  if (inner !== undefined) {
    return { text: inner.replace(/\\(.)/g, '$1'), quoted: true, at, length: scanner.at - at };
  }
  return /["']/.test(scanner.text[at] ?? '')
    ? queryError(at, scanner.text.length - at, 'missing closing quote')
    : undefined;
}

function takeList(scanner: Scanner, start: number): TakenValue {
  const values: PlacedValue[] = [];
  for (;;) {
    take(scanner, /\s*/);
    const at = scanner.at;
    const quoted = takeQuoted(scanner);
    if (quoted !== undefined && 'ok' in quoted) return quoted;
    const bare = quoted === undefined ? take(scanner, /[^,\]]*/)?.[0].trimEnd() : undefined;
    const value = quoted ?? { text: bare ?? '', quoted: false, at, length: bare?.length ?? 0 };
    take(scanner, /\s*/);
    const end = take(scanner, /[,\]]/)?.[0];
    if (end === undefined && scanner.at >= scanner.text.length) {
      return queryError(start, scanner.text.length - start, 'missing closing bracket', ']');
    }
    if (end === undefined) return queryError(scanner.at, 1, 'list items are separated by commas', ',');
    if (value.text === '' && !value.quoted) return queryError(at, 1, 'empty list item');
    values.push(value);
    if (end === ']') return { ok: true, list: true, values };
  }
}

/** The value or list at the scanner's place. */
export function takeValue(scanner: Scanner): TakenValue {
  take(scanner, /\s*/);
  const at = scanner.at;
  if (take(scanner, /\[/)) return takeList(scanner, at);
  const quoted = takeQuoted(scanner);
  if (quoted !== undefined) return 'ok' in quoted ? quoted : { ok: true, list: false, values: [quoted] };
  const bare = take(scanner, /\S+/)?.[0];
  if (bare === undefined) return queryError(at, 1, 'missing value');
  return { ok: true, list: false, values: [{ text: bare, quoted: false, at, length: bare.length }] };
}
