import * as v from 'valibot';
import { reject } from './errors.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** A finite number; clients also send numbers as strings. */
export const num = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.trim(), v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i), v.transform(Number)),
]);
export const int = v.pipe(num, v.integer());
export const text = v.string();
export const flag = v.boolean();
/** A field that may be left out or be null; both mean "not given". */
export const optional = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
/** A text that says nothing when it is left out, null or empty. */
export const filled = v.pipe(
  optional(text),
  v.transform((value) => value || undefined),
);

/** An object as `schema` has it: a list is none, although valibot takes it for one. */
export const noList = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.custom<v.InferInput<S>>(isObject, 'no object'), schema);
export const named = <S extends v.GenericSchema>(value: S) => noList(v.record(v.string(), value));

/** Parses the text of a body. Empty is `{}`; anything that is no JSON object is 400 `bad_request`. */
export function parseBody(source: string): JsonObject {
  if (source.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    reject('bad_request', 'the body is not JSON');
  }
  if (!isObject(value)) {
    reject('bad_request', 'the body must be a JSON object');
  }
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body as `schema` describes it; 400 `bad_request` naming the field (never its value) otherwise. */
export function readShape<S extends v.GenericSchema>(schema: S, body: JsonObject): v.InferOutput<S> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const path = v.getDotPath(result.issues[0]) ?? 'body';
  return reject('bad_request', `"${path}" is missing or has the wrong type`);
}

/** A JSON value in a query parameter; undefined when it is not there. */
export function jsonParameter(query: URLSearchParams, name: string): unknown {
  const source = query.get(name);
  if (source === null || source === '') return undefined;
  try {
    return JSON.parse(source);
  } catch {
    return reject('invalid_request', `"${name}" is not JSON`);
  }
}
