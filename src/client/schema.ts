import * as v from 'valibot';
import type { Reader } from './fields.ts';

/** A field that the reply must have, read by `reader`. */
export function field<T>(reader: Reader<T>) {
  return v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const value = reader(dataset.value);
      if (value !== undefined) return value;
      addIssue();
      return NEVER;
    }),
  );
}

/** A field that is absent when it is missing, null or of another kind. */
export function optionalField<T>(reader: Reader<T>) {
  return v.optional(v.pipe(v.unknown(), v.transform(reader)));
}

/** One that may be missing or null, and must be readable where it is there. */
export function soundField<T>(reader: Reader<T>) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.rawTransform<unknown, T | undefined>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === null) return undefined;
        const value = reader(dataset.value);
        if (value !== undefined) return value;
        addIssue();
        return NEVER;
      }),
    ),
  );
}

/** The reader of a whole reply; undefined when the schema does not hold. Absent fields are left out. */
export function reading<T>(schema: v.GenericSchema<unknown, T>): (body: unknown) => Present<T> | undefined {
  return (body) => {
    const result = v.safeParse(schema, body);
    if (!result.success) return undefined;
    const output = result.output;
    if (typeof output !== 'object' || output === null || Array.isArray(output)) return output as Present<T>;
    return Object.fromEntries(
      Object.entries(output).filter(([, value]) => value !== undefined),
    ) as Present<T>;
  };
}

/** A field that may be undefined becomes one that may be absent. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
