import { closestName } from '../../base/closest-name.ts';
import type { Filter, FilterOp, FilterScalar } from '../../client/wire.ts';
import { fieldName, type QueryField, queryAliases, queryFields, queryHints } from './query-fields.ts';
import {
  type PlacedValue,
  type QueryError,
  queryError,
  type Scanner,
  take,
  takeOperator,
  takeValue,
} from './query-scan.ts';
import { readValue } from './query-value.ts';

export type { QueryError } from './query-scan.ts';

export type QueryFilters = Record<string, Filter>;
/** `removed` names the fields whose default filter the query lifts (`verified=any`). */
export type ParsedQuery = { ok: true; filters: QueryFilters; removed: string[] };

const lifts = /^(any|\*|\?)$/i;
const typedNames = [...Object.keys(queryFields), ...Object.keys(queryAliases)];

function unknownField(word: string, at: number, afterText: PlacedValue | undefined): QueryError {
  const hint = Object.hasOwn(queryHints, word.toLowerCase()) ? queryHints[word.toLowerCase()] : undefined;
  const name = hint ?? closestName(word, typedNames);
  if (name === undefined && afterText !== undefined) {
    const reason = `unknown field "${word}"; write a space inside a value as _`;
    return queryError(at, word.length, reason, `${afterText.text}_${word}`);
  }
  return queryError(at, word.length, `unknown field "${word}"`, name);
}

function wrongOperator(name: string, field: QueryField, op: FilterOp): string | undefined {
  const ordering = op === 'lt' || op === 'lte' || op === 'gt' || op === 'gte';
  if (!ordering || field.ordered || field.kind === 'number' || field.kind === 'version') return undefined;
  return field.kind === 'text' ? `${name} takes =, !=, in or notin` : `${name} takes = or !=`;
}

/** `in SE,FI` is read as the list `in [SE,FI]`. */
function splitBare(value: PlacedValue): PlacedValue[] {
  if (value.quoted) return [value];
  let at = value.at;
  return value.text.split(',').map((text) => {
    const part = { text, quoted: false, at, length: text.length };
    at += text.length + 1;
    return part;
  });
}

function readOperand(
  name: string,
  field: QueryField,
  op: FilterOp,
  typed: readonly PlacedValue[],
): { ok: true; operand: FilterScalar | FilterScalar[] } | QueryError {
  const many = op === 'in' || op === 'notin';
  const values: FilterScalar[] = [];
  for (const value of many ? typed.flatMap(splitBare) : typed) {
    const read = readValue(name, field, value);
    if (!read.ok) return queryError(value.at, value.length, read.reason);
    values.push(read.value);
  }
  return { ok: true, operand: many ? values : (values[0] ?? null) };
}

type Term = { ok: true; name: string; text?: PlacedValue } & (
  | { lift: true }
  | { lift: false; op: FilterOp; operand: FilterScalar | FilterScalar[] }
);

/** One term from the scanner's place on. `afterText` is the text value that stood just before it, if any. */
function takeTerm(scanner: Scanner, afterText: PlacedValue | undefined): Term | QueryError {
  const at = scanner.at;
  const word = take(scanner, /[\p{L}\p{N}_.-]+/u)?.[0];
  if (word === undefined) return queryError(at, 1, 'missing field name');
  const name = fieldName(word);
  const field = name === undefined ? undefined : queryFields[name];
  if (name === undefined || field === undefined) return unknownField(word, at, afterText);

  const operator = takeOperator(scanner);
  if (operator === undefined) return queryError(scanner.at, 1, `missing operator after ${word}`);
  if (!operator.ok) return operator;
  const { op, at: opAt, length: opLength } = operator;
  const wrong = wrongOperator(name, field, op);
  if (wrong !== undefined) return queryError(opAt, opLength, wrong);

  const taken = takeValue(scanner);
  if (!taken.ok) return taken;
  const [first] = taken.values;
  if (!taken.list && first !== undefined && !first.quoted && lifts.test(first.text)) {
    if (op === 'eq') return { ok: true, name, lift: true };
    return queryError(opAt, opLength, `"${first.text}" lifts a filter and needs =`, '=');
  }
  if (taken.list && op !== 'in' && op !== 'notin') {
    return queryError(opAt, opLength, 'a list needs in or notin', 'in');
  }
  const read = readOperand(name, field, op, taken.values);
  if (!read.ok) return read;
  const text = field.kind === 'text' && !taken.list ? first : undefined;
  return { ok: true, name, lift: false, op, operand: read.operand, ...(text ? { text } : {}) };
}

/**
 * Reads a search as renters type it: `gpu_name=RTX_4090 num_gpus>=2 dph_total<0.5 geolocation in [SE,FI]`.
 * Terms are joined by AND; several operators on one field are allowed, the same one twice is not.
 */
export function parseQuery(text: string): ParsedQuery | QueryError {
  const scanner: Scanner = { text, at: 0 };
  const filters: QueryFilters = {};
  const removed = new Set<string>();
  let afterText: PlacedValue | undefined;
  for (;;) {
    take(scanner, /\s*/);
    const at = scanner.at;
    if (at >= text.length) return { ok: true, filters, removed: [...removed] };
    const term = takeTerm(scanner, afterText);
    if (!term.ok) return term;
    afterText = term.text;
    if (term.lift) {
      delete filters[term.name];
      removed.add(term.name);
      continue;
    }
    if (filters[term.name]?.[term.op] !== undefined) {
      return queryError(at, scanner.at - at, `${term.name} has this condition already`);
    }
    filters[term.name] = { ...filters[term.name], [term.op]: term.operand };
    removed.delete(term.name);
  }
}
