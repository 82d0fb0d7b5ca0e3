import { type EditState, editState } from '../text/text-edit.ts';

export type Option = { value: string; label: string; hint?: string };

/** A field of a form, as data. What it is worth stands in the form's state, by id. */
export type FieldSpec = {
  id: string;
  label: string;
  /** Text on its right: a unit, or what is ignored and why. */
  note?: string;
  /** The service will not look at it with what is chosen elsewhere. */
  ignored?: boolean;
  /** What is wrong with its value. */
  error?: string | undefined;
} & (
  | {
      kind: 'text';
      secret?: boolean;
      placeholder?: string;
      /** What stands fixed before the text, such as ports that come along anyway. */
      prefix?: string;
    }
  | {
      kind: 'lines';
      placeholder?: string;
      /** How a line is drawn while it is not the one being edited. */
      mask?: (line: string) => string;
    }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'switch'; text: string }
  | { kind: 'button'; text: string; press: () => void }
);

export type FormState = {
  /** Texts being edited, by field. */
  texts: Readonly<Record<string, EditState>>;
  /** Values of choices, and 'true' or '' of switches. */
  picks: Readonly<Record<string, string>>;
  focus: string;
  /** The focused field takes letters; after Esc it does not, and the screen's own keys work. */
  editing: boolean;
};

/** A form with these values; the first field is focused. */
export function formState(
  values: Readonly<Record<string, string>>,
  focus: string,
  editing = true,
): FormState {
  const texts = Object.fromEntries(
    Object.entries(values).map(([id, text]) => [id, editState(text, { multiline: true })]),
  );
  return { texts, picks: { ...values }, focus, editing };
}

/** The value of a field as text; a switch is 'true' or ''. */
export function fieldValue(state: FormState, field: Pick<FieldSpec, 'id' | 'kind'>): string {
  return field.kind === 'text' || field.kind === 'lines'
    ? (state.texts[field.id]?.text ?? '')
    : (state.picks[field.id] ?? '');
}

/** Letters go into it; on the others they are keys of the screen. */
export const takesText = (field: FieldSpec | undefined): boolean =>
  field?.kind === 'text' || field?.kind === 'lines';

/** Every value of a form, those of fields that are not shown just now included. */
export const allValues = (state: FormState): Record<string, string> =>
  Object.fromEntries(Object.entries(state.texts).map(([id, { text }]) => [id, text]));

/** Every value by field id. */
export function valuesOf(state: FormState, fields: readonly FieldSpec[]): Record<string, string> {
  return Object.fromEntries(
    fields.filter((f) => f.kind !== 'button').map((field) => [field.id, fieldValue(state, field)]),
  );
}

/** The state with another value in one field, its cursor at the end. */
export function withValue(state: FormState, id: string, text: string): FormState {
  return {
    ...state,
    texts: { ...state.texts, [id]: editState(text, { multiline: true }) },
    picks: { ...state.picks, [id]: text },
  };
}

/** The field that stands `by` places further on, round the ends. */
export function fieldBeside(fields: readonly FieldSpec[], focus: string, by: 1 | -1): FieldSpec | undefined {
  const at = fields.findIndex((field) => field.id === focus);
  return fields[(Math.max(0, at) + by + fields.length) % fields.length];
}

/** The next choice of a field, round the ends. */
export function optionBeside(options: readonly Option[], value: string, by: 1 | -1): string {
  const at = options.findIndex((option) => option.value === value);
  // From a value that is none of them the way on leads to the first.
  const from = at < 0 && by === 1 ? -1 : Math.max(0, at);
  return options[(from + by + options.length) % options.length]?.value ?? value;
}
