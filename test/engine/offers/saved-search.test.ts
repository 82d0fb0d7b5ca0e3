import { describe, expect, it } from 'vitest';
import { bestOf, bestWords, seeBest } from '../../../src/engine/offers/best-price.ts';
import {
  fromRecord,
  mostWatched,
  quotedName,
  type SavedSearch,
  savedAs,
  searchName,
  toRecord,
  watchedOf,
} from '../../../src/engine/offers/saved-search.ts';

const cheap: SavedSearch = {
  name: 'cheap-4090',
  watch: true,
  search: {
    type: 'on-demand',
    filters: { gpu_name: { eq: 'RTX 4090' }, dph_total: { lt: 0.4 }, rentable: { eq: true } },
    order: [['dph_total', 'asc']],
    limit: 64,
  },
};

describe('the name of a saved search', () => {
  it.each([
    ['cheap 4090', 'cheap-4090'],
    ['  Cheap -- 4090!  ', 'cheap-4090'],
    ['a'.repeat(60), 'a'.repeat(40)],
    ['…', undefined],
    ['\u001b[31m', '31m'],
  ])('of %j is %j', (typed, name) => {
    expect(searchName(typed)).toBe(name);
  });

  it('is shown in quotes, its words apart', () => {
    expect(quotedName('cheap-4090')).toBe('"cheap 4090"');
  });
});

describe('a record of searches.toml', () => {
  it('is the search again, whatever it asks for', () => {
    const odd: SavedSearch = {
      name: 'odd',
      watch: false,
      search: {
        type: 'bid',
        filters: { geolocation: { in: ['SE', 'FI'] }, gpu_ram: { gte: 24_000 }, verified: { eq: false } },
        order: [
          ['reliability', 'desc'],
          ['dph_total', 'asc'],
        ],
        limit: 5,
      },
    };
    const bare: SavedSearch = {
      name: 'all',
      watch: false,
      search: { type: 'on-demand', filters: {}, order: [], limit: 1 },
    };
    for (const saved of [cheap, odd, bare]) expect(fromRecord(toRecord(saved))).toEqual({ ok: true, saved });
  });

  it('says what its conditions are in the words of the search', () => {
    expect(toRecord(cheap)).toEqual({
      ...{ name: 'cheap-4090', type: 'on-demand', order: 'dph_total', limit: 64, watch: true },
      filter: 'gpu_name=RTX_4090 dph_total<0.4 rentable=true',
    });
  });

  it.each([
    [{ name: 'Cheap one' }, 'name must be lower-case words joined by hyphens'],
    [{}, 'name must be'],
    [{ name: 'a', type: 'spot' }, 'type must be "on-demand" or "bid"'],
    [{ name: 'a', limit: 0 }, 'limit must be a whole number from 1'],
    [{ name: 'a', limit: '5' }, 'limit must be'],
    [{ name: 'a', watch: 'yes' }, 'watch must be true or false'],
    [{ name: 'a', filter: 'gpu_nam=RTX_4090' }, 'filter: at 1: unknown field "gpu_nam"'],
    [{ name: 'a', filter: 5 }, 'filter must be a text'],
    [{ name: 'a', order: 'dph_totl' }, 'order: at 1: unknown sort field "dph_totl"'],
    [{ name: 'a', sort: 'x' }, 'there is no setting sort'],
  ])('%j is wrong, and says how', (record, reason) => {
    expect(fromRecord(record)).toEqual({
      ok: false,
      faults: expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining(reason) })]),
    });
  });
});

describe('a search', () => {
  it('is known as the saved one that asks for the same, in whatever order', () => {
    const { filters, ...rest } = cheap.search;
    const turned = { ...rest, filters: Object.fromEntries(Object.entries(filters).reverse()) };
    expect(savedAs(turned, [cheap])?.name).toBe('cheap-4090');
    expect(savedAs({ ...turned, type: 'bid' }, [cheap])).toBeUndefined();
    expect(savedAs({ ...turned, limit: 10 }, [cheap])).toBeUndefined();
  });

  it('is watched when it is meant to be, a few at the most', () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ ...cheap, name: `s${n}`, watch: n > 0 }));
    expect(watchedOf(many).map(({ name }) => name)).toEqual(['s1', 's2', 's3', 's4', 's5']);
    expect(mostWatched).toBe(5);
  });
});

describe('the best price', () => {
  const looks = (prices: readonly (number | undefined)[]) => {
    let lowest: number | undefined;
    return prices.map((price) => {
      const best = bestOf(price === undefined ? [{ id: 1 }] : [{ id: 1, dph_total: price }, { id: 2 }]);
      const next = seeBest(lowest, best);
      lowest = next.lowest;
      return next.isNews;
    });
  };

  it('is news when it is lower than all before as it is shown, and not at the first look', () => {
    expect(looks([0.3, 0.31, 0.3, 0.2999, 0.29, 0.35, undefined, 0.29, 0.28])).toEqual([
      ...[false, false, false, false, true, false, false, false, true],
    ]);
  });

  it('is that of the cheapest offer which has one', () => {
    const best = bestOf([
      { id: 1 },
      { id: 2, dph_total: 0.4 },
      { id: 3, dph_total: 0.29, gpu_name: 'RTX 4090', num_gpus: 1 },
    ]);
    expect(bestWords('"cheap 4090"', best as NonNullable<typeof best>)).toBe(
      '"cheap 4090": $0.290/h is the best price so far, 1x RTX 4090, offer 3',
    );
  });
});
