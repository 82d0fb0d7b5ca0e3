import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter, FilterScalar } from '../../../src/client/wire.ts';
import {
  buildSearchBody,
  defaultFilters,
  explainQueryError,
  formatOrder,
  formatQuery,
  parseOrder,
  parseQuery,
  withDefaults,
} from '../../../src/engine/offers/query.ts';
import { queryFields } from '../../../src/engine/offers/query-fields.ts';

function filters(text: string) {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(explainQueryError(text, query));
  return query.filters;
}

function failure(text: string) {
  const query = parseQuery(text);
  if (query.ok) throw new Error(`was read: ${JSON.stringify(query.filters)}`);
  return query;
}

describe('parseQuery', () => {
  test('reads the query that renters know', () => {
    expect(filters('gpu_name=RTX_4090 num_gpus>=2 dph_total<0.5 geolocation in [SE,FI]')).toEqual({
      gpu_name: { eq: 'RTX 4090' },
      num_gpus: { gte: 2 },
      dph_total: { lt: 0.5 },
      geolocation: { in: ['SE', 'FI'] },
    });
  });

  test.each([
    ['num_gpus=2', { eq: 2 }],
    ['num_gpus==2', { eq: 2 }],
    ['num_gpus != 2', { neq: 2 }],
    ['num_gpus < 2', { lt: 2 }],
    ['num_gpus<=2', { lte: 2 }],
    ['num_gpus >2', { gt: 2 }],
    ['num_gpus>= 2', { gte: 2 }],
    ['num_gpus eq 2', { eq: 2 }],
    ['num_gpus neq 2', { neq: 2 }],
    ['num_gpus lt 2', { lt: 2 }],
    ['num_gpus lte 2', { lte: 2 }],
    ['num_gpus gt 2', { gt: 2 }],
    ['num_gpus GTE 2', { gte: 2 }],
    ['num_gpus in [1, 2]', { in: [1, 2] }],
    ['num_gpus notin [1,2]', { notin: [1, 2] }],
    ['num_gpus nin [1,2]', { notin: [1, 2] }],
    ['num_gpus not in [1,2]', { notin: [1, 2] }],
    ['num_gpus in 1,2', { in: [1, 2] }],
    ['num_gpus>=1 num_gpus<=4', { gte: 1, lte: 4 }],
    ['num_gpus=null', { eq: null }],
  ])('reads %s', (text, filter) => {
    expect(filters(text)).toEqual({ num_gpus: filter });
  });

  test.each([
    ['gpu_ram>=24', 'gpu_ram', { gte: 24_000 }],
    ['gpu_ram>=24GB', 'gpu_ram', { gte: 24_000 }],
    ['cpu_ram>24.001', 'cpu_ram', { gt: 24_001 }],
    ['gpu_total_ram<160', 'gpu_total_ram', { lt: 160_000 }],
    ['disk_space>=40', 'disk_space', { gte: 40 }],
    ['duration>=3', 'duration', { gte: 259_200 }],
    ['duration>0.5days', 'duration', { gt: 43_200 }],
    ['driver_version>=535.86.05', 'driver_version', { gte: 535_086_005 }],
    ['driver_version>=535086005', 'driver_version', { gte: 535_086_005 }],
    ['driver_version>=550.54', 'driver_version', { gte: 550_054_000 }],
    ['reliability>.98', 'reliability', { gt: 0.98 }],
    ['verified=False', 'verified', { eq: false }],
    ['has_avx=true', 'has_avx', { eq: 1 }],
    ['ubuntu_version>=22.04', 'ubuntu_version', { gte: '22.04' }],
  ])('C067 sends %s in the unit of the service', (text, field, filter) => {
    expect(filters(text)).toEqual({ [field]: filter });
  });

  test.each([
    ['cuda_vers>=12.4', 'cuda_max_good'],
    ['dph<=1', 'dph_total'],
    ['dlperf_usd>100', 'dlperf_per_dphtotal'],
    ['flops_usd>100', 'flops_per_dphtotal'],
    ['display_active=true', 'gpu_display_active'],
    ['NUM_GPUS=1', 'num_gpus'],
  ])('knows %s as %s', (text, field) => {
    expect(Object.keys(filters(text))).toEqual([field]);
  });

  test.each([
    ['gpu_name="RTX 4090"', 'gpu_name', 'RTX 4090'],
    ['gpu_name="RTX_4090"', 'gpu_name', 'RTX 4090'],
    ['mobo_name=\'X_1 "a"\'', 'mobo_name', 'X_1 "a"'],
    ['mobo_name="a \\"b\\" \\\\"', 'mobo_name', 'a "b" \\'],
    ['mobo_name="any"', 'mobo_name', 'any'],
    ['geolocation=se', 'geolocation', 'SE'],
  ])('takes the text of %s', (text, field, value) => {
    expect(filters(text)).toEqual({ [field]: { eq: value } });
  });

  test.each(['any', '*', '?', 'ANY'])('C065 verified=%s lifts the default filter', (word) => {
    const query = parseQuery(`verified=${word} num_gpus=1`);
    expect(query).toEqual({ ok: true, filters: { num_gpus: { eq: 1 } }, removed: ['verified'] });
    expect(query.ok && withDefaults(query)).toEqual({ rentable: { eq: true }, num_gpus: { eq: 1 } });
  });

  test('C065 a filter of the query stands in place of the default one', () => {
    expect(withDefaults({ filters: { verified: { eq: false } }, removed: [] })).toEqual({
      verified: { eq: false },
      rentable: { eq: true },
    });
  });

  test('an empty query is a query', () => {
    expect(parseQuery('  ')).toEqual({ ok: true, filters: {}, removed: [] });
  });

  test.each([
    ['gpu_nam=RTX_4090', 0, 7, 'unknown field "gpu_nam"', 'gpu_name'],
    ['num_gpus=1 price<1', 11, 5, 'unknown field "price"', 'dph_total'],
    ['gpu_name=RTX 4090', 13, 4, 'unknown field "4090"; write a space inside a value as _', 'RTX_4090'],
    ['num_gpus', 8, 1, 'missing operator after num_gpus', undefined],
    ['num_gpus>=', 10, 1, 'missing value', undefined],
    ['num_gpus => 2', 9, 2, 'unknown operator =>', '>='],
    ['num_gpus>=two', 10, 3, 'num_gpus is a number', undefined],
    ['gpu_ram>=24MB', 9, 4, 'gpu_ram is a number in GB', undefined],
    ['dph_total<0,5', 10, 3, 'dph_total is a number', undefined],
    ['driver_version>=new', 16, 3, 'driver_version is written like 535.86.05', undefined],
    ['verified=yes', 9, 3, 'verified is true or false', undefined],
    ['gpu_name>RTX', 8, 1, 'gpu_name takes =, !=, in or notin', undefined],
    ['verified>true', 8, 1, 'verified takes = or !=', undefined],
    ['geolocation in [SE,FI', 15, 6, 'missing closing bracket', ']'],
    ['geolocation in [SE,,FI]', 19, 1, 'empty list item', undefined],
    ['geolocation=[SE,FI]', 11, 1, 'a list needs in or notin', 'in'],
    ['gpu_name="RTX', 9, 4, 'missing closing quote', undefined],
    ['gpu_ram>=any', 7, 2, '"any" lifts a filter and needs =', '='],
    ['num_gpus>1 num_gpus>2', 11, 10, 'num_gpus has this condition already', undefined],
    ['&& num_gpus>1', 0, 1, 'missing field name', undefined],
  ])('answers %s with the place and the reason', (text, at, length, reason, suggestion) => {
    expect(failure(text)).toEqual({ ok: false, at, length, reason, ...(suggestion ? { suggestion } : {}) });
  });

  test('explains an error with a caret under its place', () => {
    const text = 'num_gpus=1 gpu_nam=A100';
    expect(explainQueryError(text, failure(text))).toBe(
      'unknown field "gpu_nam". Did you mean gpu_name ?\n  num_gpus=1 gpu_nam=A100\n             ^^^^^^^',
    );
  });

  test('never throws, and every error lies within the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'num_gpus',
        'gpu_name',
        ' ',
        '=',
        '>=',
        'in',
        '[',
        ']',
        ',',
        '"',
        "'",
        '\\',
        'any',
        '1',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const query = parseQuery(text);
        if (query.ok) return;
        expect(query.at).toBeGreaterThanOrEqual(0);
        expect(query.at).toBeLessThanOrEqual(text.length);
        expect(query.length).toBeGreaterThan(0);
        expect(explainQueryError(text, query).split('\n')).toHaveLength(3);
      }),
    );
  });
});

describe('formatQuery', () => {
  const decimal = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000);
  const typedValue = (name: string): fc.Arbitrary<FilterScalar> => {
    const field = queryFields[name];
    if (field?.kind === 'number') return fc.integer({ min: -1e9, max: 1e9 });
    if (field?.kind === 'version') return fc.integer({ min: 1_000_000, max: 999_999_999 });
    if (field?.kind === 'flag') return fc.constantFrom(0, 1);
    if (field?.kind === 'boolean') return fc.boolean();
    if (name === 'gpu_name') return fc.string().map((s) => s.replaceAll('_', ' '));
    return name === 'geolocation' ? fc.string({ minLength: 3 }) : fc.string();
  };
  const filterOf = (name: string): fc.Arbitrary<Filter> => {
    const value = fc.oneof({ weight: 9, arbitrary: typedValue(name) }, fc.constant(null));
    const list = fc.array(value, { minLength: 1, maxLength: 4 });
    const { kind, ordered } = queryFields[name] ?? {};
    const orders = kind === 'number' || kind === 'version' || ordered;
    const compared = { gt: value, gte: value, lt: value, lte: value };
    return fc
      .record(
        { eq: value, neq: value, in: list, notin: list, ...(orders ? compared : {}) },
        { requiredKeys: [] },
      )
      .filter((filter) => Object.keys(filter).length > 0)
      .map((filter) => ({ ...filter }));
  };
  const query = fc
    .uniqueArray(fc.constantFrom(...Object.keys(queryFields)), { maxLength: 5 })
    .chain((names) =>
      fc.record({
        filters: fc
          .tuple(...names.slice(1).map((name) => filterOf(name).map((filter) => [name, filter] as const)))
          .map((entries): Record<string, Filter> => Object.fromEntries(entries)),
        removed: fc.constant(names.slice(0, 1)),
      }),
    );

  test('is the inverse of parseQuery', () => {
    fc.assert(
      fc.property(query, ({ filters, removed }) => {
        expect(parseQuery(formatQuery(filters, removed))).toEqual({ ok: true, filters, removed });
      }),
    );
  });

  test('keeps decimal prices and gigabytes exactly', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 1e7 }), (price, mb) => {
        const typed = { dph_total: { lt: price === 0 ? 0 : price }, gpu_ram: { gte: mb } };
        expect(filters(formatQuery(typed))).toEqual(typed);
      }),
    );
  });

  test('writes what a renter would type', () => {
    expect(
      formatQuery({ gpu_name: { eq: 'RTX 4090' }, gpu_ram: { gte: 24_000 }, geolocation: { in: ['SE'] } }),
    ).toBe('gpu_name=RTX_4090 gpu_ram>=24 geolocation in [SE]');
  });
});

describe('buildSearchBody', () => {
  test('puts the fixed keys beside the filters and leaves out what was not given', () => {
    expect(
      buildSearchBody({
        filters: { ...defaultFilters, num_gpus: { eq: 1 } },
        type: 'bid',
        order: [['dph_total', 'asc']],
        limit: 64,
        allocatedStorage: 40,
      }),
    ).toEqual({
      verified: { eq: true },
      rentable: { eq: true },
      num_gpus: { eq: 1 },
      type: 'bid',
      order: [['dph_total', 'asc']],
      limit: 64,
      allocated_storage: 40,
    });
    expect(buildSearchBody({ filters: {} })).toEqual({});
  });
});

describe('parseOrder', () => {
  test('reads - as descending and knows the short names', () => {
    expect(parseOrder('num_gpus-,dph')).toEqual({
      ok: true,
      order: [
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
    });
    expect(parseOrder('-score, dph_total+')).toEqual({
      ok: true,
      order: [
        ['score', 'desc'],
        ['dph_total', 'asc'],
      ],
    });
  });

  test.each([
    ['dph_totl', 0, 'unknown sort field "dph_totl"', 'dph_total'],
    ['score-, what', 8, 'unknown sort field "what"', undefined],
    ['score,,dph', 6, 'expected a field name (e.g. dph_total, or num_gpus- for descending)', undefined],
    ['', 0, 'expected a field name (e.g. dph_total, or num_gpus- for descending)', undefined],
  ])('answers %s with the place and the reason', (text, at, reason, suggestion) => {
    expect(parseOrder(text)).toMatchObject({ ok: false, at, reason, ...(suggestion ? { suggestion } : {}) });
  });

  test('formatOrder is its inverse', () => {
    const order = [
      ['score', 'desc'],
      ['dph_total', 'asc'],
    ] as const;
    expect(parseOrder(formatOrder(order))).toEqual({ ok: true, order });
  });
});
