import * as v from 'valibot';

/** A value whose meaning or unit its name does not say. */
export function means<S extends v.GenericSchema>(schema: S, words: string) {
  return v.pipe(schema as v.GenericSchema<v.InferInput<S>>, v.description(words));
}

export const text = v.string();
export const flag = v.boolean();
export const number = v.number();
export const whole = v.pipe(v.number(), v.safeInteger());
export const dollars = means(number, 'dollars');
export const perHour = means(number, '$/h');
export const time = means(number, 'epoch seconds');
export const list = <S extends v.GenericSchema>(of: S) => v.array(of);
/** Null if unknown or none. */
export const orNull = <S extends v.GenericSchema>(of: S) => v.nullable(of);
/** A key that may be missing. */
export const may = <S extends v.GenericSchema>(of: S) => v.exactOptional(of);
export const words = v.picklist;
/** An object with these keys and no other. */
export const object = v.strictObject;

/** What a command prints: one object with the number of its schema. */
export const answer = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject({ schema: v.literal(1), ...entries });

/** What a command prints that only reports success. */
export const done = <E extends v.ObjectEntries>(entries: E) =>
  answer({ ...entries, success: flag, msg: may(means(text, "the provider's message")) });
/** The same where providers may answer without a body. */
export const doneMaybe = <E extends v.ObjectEntries>(entries: E) =>
  answer({ ...entries, success: may(flag), msg: may(means(text, "the provider's message")) });
