import { expect, it } from 'vitest';
import { fieldColumns } from '../../src/hooks/field-columns.ts';

const shown = (values: readonly unknown[]) => {
  const rows = values.map((score) => ({ score }));
  const [column] = fieldColumns(rows, (row) => row, []);
  return rows.map((row) => column?.cell(row, 0));
};

it('tells the least figure of a field to three digits, and the others to the same place', () => {
  expect(shown([523.1234, 78.4567])).toEqual(['523.1', '78.5']);
  expect(shown([0.31924, 1.2])).toEqual(['0.319', '1.200']);
  expect(shown([0.0012, 500])).toEqual(['0.0012', '500.0000']);
  expect(shown([0, 2.5])).toEqual(['0.0', '2.5']);
});

it('gives a figure no more digits than it came with', () => {
  expect(shown([16, 8])).toEqual(['16', '8']);
  expect(shown([0, 0])).toEqual(['0', '0']);
});
