import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFilter, type FilterColumn, MAX_FILTER_LENGTH } from '../../src/domain/filter-rows.ts';
import { searchedLength } from '../../src/domain/safe-regex.ts';

type Row = { label: string; gpu: string; price: number | undefined };

const columns: FilterColumn<Row>[] = [
  { id: 'label', text: (row) => row.label },
  { id: 'gpu', text: (row) => row.gpu },
  { id: 'price', names: ['$/H'], text: (row) => row.price?.toFixed(3) ?? '·', value: (row) => row.price },
];
const rows: Row[] = [
  { label: 'train-a', gpu: '1x RTX 4090', price: 0.31 },
  { label: 'Eval', gpu: '2x RTX 4090', price: 0.64 },
  { label: 'scratch', gpu: '1x A40', price: undefined },
  { label: 'img pytorch:2.6', gpu: '1x RTX 3090', price: 2.5 },
];

function found(text: string): string[] {
  const filter = compileFilter(text, columns);
  if (!filter.ok) throw new Error(`${filter.at}: ${filter.reason}`);
  return rows.filter(filter.test).map((row) => row.label);
}

describe('compileFilter', () => {
  test.each([
    ['', ['train-a', 'Eval', 'scratch', 'img pytorch:2.6']],
    ['4090', ['train-a', 'Eval']],
    ['rtx 1x', ['train-a', 'img pytorch:2.6']],
    ['eval', ['Eval']],
    ['Eval', ['Eval']],
    ['EVAL', []],
    ['!rtx', ['scratch']],
    ['1x !4090', ['scratch', 'img pytorch:2.6']],
    ['gpu:a', ['scratch']],
    ['GPU:a', ['scratch']],
    ['!gpu:rtx', ['scratch']],
    ['pytorch:2.6', ['img pytorch:2.6']],
    ['"1x rtx"', ['train-a', 'img pytorch:2.6']],
    ['price>0.3', ['train-a', 'Eval', 'img pytorch:2.6']],
    ['price>=0.64', ['Eval', 'img pytorch:2.6']],
    ['price<0.5', ['train-a']],
    ['price<=0.64', ['train-a', 'Eval']],
    ['price=0.64', ['Eval']],
    ['price!=0.64', ['train-a', 'img pytorch:2.6']],
    ['$/h>0.5', ['Eval', 'img pytorch:2.6']],
    ['!price>0.5', ['train-a', 'scratch']],
    ['label=eval', ['Eval']],
    ['label!=eval', ['train-a', 'scratch', 'img pytorch:2.6']],
    ['/^1x .*90$/', ['train-a', 'img pytorch:2.6']],
    ['/train|eval/', ['train-a', 'Eval']],
    ['!/train|eval/', ['scratch', 'img pytorch:2.6']],
    ['gpu:/^2/', ['Eval']],
    ['/E/', ['Eval']],
    ['/rtx\\S*/', ['train-a', 'Eval', 'img pytorch:2.6']],
    ['!', []],
  ])('%s finds %j', (text, labels) => {
    expect(found(text)).toEqual(labels);
  });

  test.each([
    ['gpu:a /[/', 6, 'this is no regular expression'],
    ['gpu:a /abc', 6, 'a regular expression ends with /'],
    ['cost>3', 0, 'no column cost is shown'],
    ['price>cheap', 6, '> compares numbers'],
    ['/(a+)+$/', 0, 'repeating a group that repeats or branches can hang'],
    ['/(?:a|aa)+$/', 0, 'repeating a group that repeats or branches can hang'],
    ['/((a?))*$/', 0, 'repeating a group that repeats or branches can hang'],
    ['/.*.*.*.*x/', 0, 'at most 3 of * + {n,} in one pattern'],
    [`/${'a?'.repeat(9)}/`, 0, 'at most 8 of ? and | in one pattern'],
    [`/${'a?'.repeat(8)}.*.*.*x/`, 0, 'so many of * + ? | in one pattern can hang'],
    [`/${'(?:a|aa)'.repeat(20)}x/`, 0, 'at most 8 of ? and | in one pattern'],
    ['x'.repeat(MAX_FILTER_LENGTH + 1), MAX_FILTER_LENGTH, 'a filter has at most 200 characters'],
  ])('refuses %s with the place and the reason', (text, at, reason) => {
    expect(compileFilter(text, columns)).toEqual({ ok: false, at, reason });
  });

  test('patterns that cannot hang are taken', () => {
    for (const text of ['/(ab)+/', '/(?:rtx|a40) ?\\d{4}/', '/[(+*]+x/', '/\\(a+\\)+/', '/(?<n>a)b/']) {
      expect(compileFilter(text, columns).ok).toBe(true);
    }
  });

  test('every pattern that is taken is done at once with a label made to hang it', () => {
    for (const source of [
      '.*.*.*x',
      'a*a*a*b',
      'a?a?a?a?a?a?a?a?.*x',
      '(?:a|aa)(?:a|aa)(?:a|aa)(?:a|aa)x',
      'a+a+?a+!',
    ]) {
      const steps = searchedLength(source);
      expect(steps, source).toBeLessThanOrEqual(120);
      const filter = compileFilter(`/${source}/`, columns);
      const hostile = { label: 'a'.repeat(100_000), gpu: 'a'.repeat(100_000), price: 1 };
      expect(filter.ok && Array.from({ length: 20 }, () => filter.test(hostile))).toEqual(
        Array(20).fill(false),
      );
    }
  });

  test('says what to underline, in the column that the term is for', () => {
    const filter = compileFilter('rtx 40 label:a !xyz', columns);
    expect(filter.ok && filter.marks('gpu', '1x RTX 4090')).toEqual([
      [3, 6],
      [7, 9],
    ]);
    expect(filter.ok && filter.marks('label', 'train-a')).toEqual([[2, 3]]);
    const touching = compileFilter('abc bcd', columns);
    expect(touching.ok && touching.marks('gpu', 'xabcdx')).toEqual([[1, 5]]);
  });

  test('never throws, whatever is typed', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom('gpu:', 'price>', '/', '"', '!', '(', ')', '*', '+', '|', ' ', '[', ']', '\\', '{1,}'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const filter = compileFilter(text, columns);
        const at = filter.ok ? rows.filter(filter.test).length : filter.at;
        expect(at).toBeLessThanOrEqual(filter.ok ? rows.length : text.length);
      }),
    );
  });
});
