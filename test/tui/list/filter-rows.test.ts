import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFilter, type FilterColumn, MAX_FILTER_LENGTH } from '../../../src/tui/list/filter-rows.ts';
import type { ShownUnit } from '../../../src/tui/list/filter-units.ts';
import { searchedLength } from '../../../src/tui/list/safe-regex.ts';

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
    ['gpu:a /[/', 6, 'no regular expression: close [ with ]'],
    ['gpu:a /abc', 6, 'end the regular expression with /'],
    ['cost>3', 0, 'no column cost is shown: the heads have the names'],
    ['prise>3', 0, 'no column prise is shown: did you mean price?'],
    ['price>cheap', 6, '> needs a figure, as in price>12'],
    ['/(a/', 0, 'no regular expression: close ( with )'],
    ['/+/', 0, 'no regular expression: put a letter before * + ? or write \\*'],
    ['/(a+)+$/', 0, 'a repeated group may hold no | * + ?: it can hang'],
    ['/(?:a|aa)+$/', 0, 'a repeated group may hold no | * + ?: it can hang'],
    ['/((a?))*$/', 0, 'a repeated group may hold no | * + ?: it can hang'],
    ['/.*.*.*.*x/', 0, 'at most 3 of * + {n,} in one pattern'],
    [`/${'a?'.repeat(9)}/`, 0, 'at most 8 of ? and | in one pattern'],
    [`/${'a?'.repeat(8)}.*.*.*x/`, 0, 'use fewer of * + ? |: so many can hang'],
    [`/${'(?:a|aa)'.repeat(20)}x/`, 0, 'at most 8 of ? and | in one pattern'],
    ['x'.repeat(MAX_FILTER_LENGTH + 1), MAX_FILTER_LENGTH, 'a filter has at most 200 characters'],
  ])('refuses %s with the place and the reason', (text, at, reason) => {
    expect(compileFilter(text, columns)).toEqual({ ok: false, at, reason });
  });

  test.each<[ShownUnit, readonly string[], readonly string[], readonly string[]]>([
    ['GB', ['24G', '210G', '1500G'], ['>24G', '>24', '>0.2T', '>=210gb', '!=24G'], ['210G', '1500G']],
    ['Mb/s', ['940M', '2.1G', '80M'], ['>1G', '>=2.1g', '>1000', '=2.1G', '>2000mbps'], ['2.1G']],
    ['days', ['12d', '30d', '5h'], ['>12d', '>288h', '>12', '=30d', '>=4w'], ['30d']],
    ['span', ['31s', '22m', '1d 4h', '6d'], ['>1d', '>22m', '>23h', '>=1d4h', '>"1d 2h"'], ['1d 4h', '6d']],
    ['%', ['99.8%', '97.0%'], ['>99%', '>99', '=99.8%'], ['99.8%']],
    ['$', ['1.02', '≥ 17.92', '·'], ['>$2', '>2', '>=17.92'], ['≥ 17.92']],
    ['$/h', ['0.310', '0.640'], ['<$0.4/h', '<0.4', '=0.31', '=$0.310/hour'], ['0.310']],
    ['$/day', ['7.44', '8.40'], ['>$8/day', '>8/d', '=8.4'], ['8.40']],
  ])('a figure in %s is typed as it is shown, or without its unit', (unit, cells, typed, some) => {
    const column: FilterColumn<string> = { id: 'x', unit, text: (cell) => cell };
    const left = (text: string) => {
      const filter = compileFilter(text, [column]);
      return filter.ok ? cells.filter(filter.test) : filter.reason;
    };
    for (const one of typed) expect(left(`x${one}`), one).toEqual(some);
    expect(left('x>3apples')).toMatch(/^> needs a figure, as in x>[\d.]+[a-zG%]*$/i);
  });

  test('a word that looks like a column that is none is looked for, and says so where no row has it', () => {
    const filter = compileFilter('gpus:a', columns);
    expect(filter.ok && filter.doubt).toBe('no column gpus is shown: did you mean gpu?');
    expect(filter.ok && rows.filter(filter.test)).toEqual([]);
    const tag = compileFilter('pytorch:2.6', columns);
    expect(tag.ok && rows.some(tag.test)).toBe(true);
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
