import { expect, test } from 'vitest';
import {
  buildSearchBody,
  defaultFilters,
  describeFilters,
  suggestGpuName,
} from '../../../src/engine/offers/query.ts';

test('a search is told in one line', () => {
  const filters = {
    ...defaultFilters,
    gpu_name: { eq: 'RTX 4090' },
    num_gpus: { eq: 1 },
    direct_port_count: { gte: 1 },
  };
  expect(describeFilters(buildSearchBody({ filters, type: 'on-demand', limit: 64 }))).toBe(
    'on-demand · RTX 4090 · 1 GPU · verified · 1+ port',
  );
});

test('C065 the line says which default filters are not sent', () => {
  expect(describeFilters({ type: 'bid' })).toBe('bid · verified or not · rentable or not');
  expect(describeFilters({ verified: { eq: false }, rentable: { eq: false } })).toBe(
    'unverified · rentable=false',
  );
});

test('what has no words of its own is told as it is typed', () => {
  const filters = {
    ...defaultFilters,
    gpu_name: { in: ['RTX 4090', 'A40'] },
    num_gpus: { gte: 2, lte: 4 },
    dph_total: { lt: 0.5 },
  };
  expect(describeFilters(buildSearchBody({ filters }))).toBe(
    'gpu_name in [RTX_4090,A40] · num_gpus>=2 num_gpus<=4 · verified · dph_total<0.5',
  );
});

test.each(['rtx4090', 'RTX_4090', 'rtx 4090'])('C069 %s is matched to the exact name', (typed) => {
  const seen = ['RTX 4090', 'RTX 4090D', 'RTX 3090', 'RTX 4090', 'A40'];
  expect(suggestGpuName(typed, seen)).toMatchObject({ match: 'RTX 4090', near: ['RTX 4090D'] });
});

test('C069 a name that is not seen gets near ones', () => {
  const seen = ['H100 SXM', 'H100 PCIE', 'RTX 4090'];
  expect(suggestGpuName('h100', seen)).toEqual({ near: ['H100 PCIE', 'H100 SXM'] });
  expect(suggestGpuName('4090', seen)).toEqual({ near: ['RTX 4090'] });
  expect(suggestGpuName('rtx4009', seen)).toEqual({ near: ['RTX 4090'] });
  expect(suggestGpuName('', seen)).toEqual({ near: [] });
});
