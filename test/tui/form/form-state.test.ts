import { expect, test } from 'vitest';
import {
  allValues,
  type FieldSpec,
  fieldBeside,
  fieldValue,
  formState,
  optionBeside,
  takesText,
  valuesOf,
  withValue,
} from '../../../src/tui/form/form-state.ts';

const fields: FieldSpec[] = [
  { kind: 'text', id: 'name', label: 'Name' },
  {
    kind: 'choice',
    id: 'size',
    label: 'Size',
    options: [
      { value: 's', label: 'small' },
      { value: 'l', label: 'large' },
    ],
  },
  { kind: 'switch', id: 'on', label: 'On', text: 'on' },
  { kind: 'button', id: 'go', label: '', text: 'Go', press: () => {} },
];
const state = formState({ name: 'a', size: 's', on: 'true', hidden: 'kept' }, 'name');

test('a form gives back what it was filled with, buttons aside', () => {
  expect(valuesOf(state, fields)).toEqual({ name: 'a', size: 's', on: 'true' });
  expect(fieldValue(state, { id: 'other', kind: 'text' })).toBe('');
});

test('values of fields that are not shown just now are not lost', () => {
  expect(allValues(withValue(state, 'size', 'l'))).toEqual({
    name: 'a',
    size: 'l',
    on: 'true',
    hidden: 'kept',
  });
});

test('the fields and the options of a choice go round the ends', () => {
  expect(fieldBeside(fields, 'go', 1)?.id).toBe('name');
  expect(fieldBeside(fields, 'name', -1)?.id).toBe('go');
  const [, size] = fields;
  const options = size?.kind === 'choice' ? size.options : [];
  expect(optionBeside(options, 'l', 1)).toBe('s');
  expect(optionBeside(options, 's', -1)).toBe('l');
});

test('letters go into text fields alone', () => {
  expect(fields.map(takesText)).toEqual([true, false, false, false]);
  expect(takesText({ kind: 'lines', id: 'x', label: 'x' })).toBe(true);
  expect(takesText(undefined)).toBe(false);
});
