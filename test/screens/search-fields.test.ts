import { describe, expect, it } from 'vitest';
import { wrapJson } from '../../src/base/wrap-words.ts';
import { buildSearchBody } from '../../src/engine/offers/query.ts';
import type { SearchState } from '../../src/engine/offers/search-state.ts';
import { defaultSearch } from '../../src/engine/offers/search-state.ts';
import {
  bodyLines,
  gpuNameToSend,
  gpuNote,
  readSearch,
  searchFields,
  searchValues,
} from '../../src/screens/offers/fields.ts';

const seen = ['RTX 3090', 'RTX 4080', 'RTX 4090'];
const values = (more: Record<string, string> = {}) => ({ ...searchValues(defaultSearch), ...more });
const read = (more: Record<string, string>): SearchState => {
  const made = readSearch(values(more), seen);
  if (!made.ok) throw new Error(JSON.stringify([...made.errors]));
  return made.search;
};
const wrong = (more: Record<string, string>) => Object.fromEntries(readSearch(values(more), seen).errors);

describe('the search form', () => {
  it('stands for the search that it was opened with', () => {
    const searches: SearchState[] = [
      defaultSearch,
      { type: 'bid', filters: {}, order: [['dph_total', 'asc']], limit: 10 },
      {
        type: 'on-demand',
        filters: {
          verified: { eq: false },
          num_gpus: { gte: 2, lte: 8 },
          gpu_name: { in: ['RTX 3090', 'RTX 4090'] },
          gpu_ram: { gte: 24_000 },
        },
        order: [
          ['num_gpus', 'desc'],
          ['dph_total', 'asc'],
        ],
        limit: 200,
      },
    ];
    for (const search of searches) {
      const made = readSearch(searchValues(search), seen);
      expect(made.ok && made.search).toEqual(search);
    }
  });

  it('C065 leaves out what is lifted: no default comes back', () => {
    const { filters } = read({ verified: '', rentable: '' });
    expect(Object.keys(filters)).toEqual(['num_gpus', 'direct_port_count']);
    const { filters: none } = read({ verified: '', rentable: '', num_gpus: '', direct_port_count: '' });
    expect(buildSearchBody({ ...defaultSearch, filters: none })).toEqual({
      type: 'on-demand',
      order: [['dlperf_per_dphtotal', 'desc']],
      limit: 64,
    });
  });

  it('takes a count as exactly or at least', () => {
    expect(read({ num_gpus: '2' }).filters.num_gpus).toEqual({ eq: 2 });
    expect(read({ num_gpus: '=2' }).filters.num_gpus).toEqual({ eq: 2 });
    expect(read({ num_gpus: '>= 2' }).filters.num_gpus).toEqual({ gte: 2 });
    expect(read({ num_gpus: '' }).filters).not.toHaveProperty('num_gpus');
    expect(wrong({ num_gpus: 'two' })).toHaveProperty('num_gpus');
    expect(wrong({ num_gpus: '1.5' })).toHaveProperty('num_gpus');
  });

  it('C067 takes memory in GB and sends the MB that the service counts', () => {
    expect(read({ more: 'gpu_ram>=24' }).filters.gpu_ram).toEqual({ gte: 24_000 });
    expect(read({ more: 'gpu_ram>=24GB disk_space>=40' }).filters).toMatchObject({
      gpu_ram: { gte: 24_000 },
      disk_space: { gte: 40 },
    });
    expect(wrong({ more: 'gpu_ram>=24MB' }).more).toContain('number in GB');
  });

  it('C068 lets the limit be raised, and refuses what is none', () => {
    expect(read({ limit: '300' }).limit).toBe(300);
    expect(wrong({ limit: '' })).toHaveProperty('limit');
    expect(wrong({ limit: '0' })).toHaveProperty('limit');
    expect(wrong({ limit: 'all' })).toHaveProperty('limit');
  });

  it('C068 asks the service for the order', () => {
    expect(read({ order: 'dph_total' }).order).toEqual([['dph_total', 'asc']]);
    expect(read({ order: 'own', own_order: 'num_gpus-,dph' }).order).toEqual([
      ['num_gpus', 'desc'],
      ['dph_total', 'asc'],
    ]);
    expect(wrong({ order: 'own', own_order: 'dhp_total' }).own_order).toMatch(/^at 1: .*dph_total/);
    expect(wrong({ order: 'own', own_order: '' })).toHaveProperty('own_order');
  });

  it('says where a condition cannot be read', () => {
    expect(wrong({ more: 'gpu_ram>=24 dph_totl<1' }).more).toBe(
      'at 13: unknown field "dph_totl"; did you mean dph_total ?',
    );
  });

  it('merges conditions on one field, and refuses the same one twice', () => {
    expect(read({ num_gpus: '>=2', more: 'num_gpus<=8' }).filters.num_gpus).toEqual({ gte: 2, lte: 8 });
    expect(wrong({ more: 'verified=false' })).toEqual({ more: 'verified is set above already' });
    expect(wrong({ more: 'verified=any' })).toEqual({ more: 'verified is set above: lift it there' });
    expect(read({ verified: '', more: 'verified=false' }).filters.verified).toEqual({ eq: false });
  });
});

describe('C069 a GPU name', () => {
  it('is sent in the spelling that was seen', () => {
    for (const typed of ['rtx4090', 'RTX_4090', 'rtx 4090', ' RTX 4090 ']) {
      expect(read({ gpu_name: typed }).filters.gpu_name).toEqual({ eq: 'RTX 4090' });
    }
    expect(gpuNote('rtx4090', seen, 'f9')).toBe('sent as RTX 4090');
    expect(gpuNote('RTX 4090', seen, 'f9')).toBe('');
  });

  it('is sent as typed when it was not seen, with a word that it must be exact', () => {
    expect(gpuNameToSend('H100_SXM', seen)).toBe('H100 SXM');
    expect(gpuNote('H100', seen, 'f9')).toContain('exactly');
    expect(gpuNote('4090', seen, 'f9')).toMatch(/RTX 4090.*f9 picks/);
    expect(gpuNote('', seen, 'f9')).toBe('');
  });
});

describe('what the form shows', () => {
  it('has a field for each documented key', () => {
    const ids = searchFields(values(), new Map(), seen, () => {}, 'f9').map(({ id }) => id);
    // interface.md, Offers and search query.
    for (const key of [
      'verified',
      'rentable',
      'gpu_name',
      'num_gpus',
      'direct_port_count',
      'order',
      'type',
      'limit',
    ])
      expect(ids).toContain(key);
  });

  it('asks for an order of the person’s own only when it is wanted', () => {
    const ids = (order: string) =>
      searchFields(values({ order }), new Map(), seen, () => {}, 'f9').map(({ id }) => id);
    expect(ids('dph_total')).not.toContain('own_order');
    expect(ids('own')).toContain('own_order');
  });

  it('puts what is wrong at its field', () => {
    const [field] = searchFields(values(), new Map([['limit', 'no']]), seen, () => {}, 'f9').filter(
      ({ id }) => id === 'limit',
    );
    expect(field?.error).toBe('no');
  });

  it('writes the body as it is sent', () => {
    const body = buildSearchBody(defaultSearch);
    expect(JSON.parse(bodyLines(body).join('\n'))).toEqual(body);
    expect(bodyLines(body)).toContain('  "verified": {"eq": true},');
  });

  it('breaks a long body between tokens and never inside a string', () => {
    const line = '  "gpu_name": {"in": ["RTX 3090", "RTX 4090"]},';
    expect(wrapJson([line, '}'], 22)).toEqual([
      '  "gpu_name": {"in":',
      '    ["RTX 3090",',
      '    "RTX 4090"]},',
      '}',
    ]);
    expect(wrapJson([line], 80)).toEqual([line]);
  });
});
