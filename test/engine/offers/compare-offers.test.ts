import { describe, expect, it } from 'vitest';
import { bestOf, decidingFirst, fieldRank } from '../../../src/engine/offers/compare-offers.ts';

describe('the best of offers side by side', () => {
  it('is the least of what is paid and the most of what is had, several where they are equal', () => {
    expect(bestOf('dph_total', [0.3, 0.2, 0.2])).toEqual([1, 2]);
    expect(bestOf('inet_down_cost', [0.01, 0.02, undefined])).toEqual([0]);
    expect(bestOf('inet_down', [900, 500, undefined])).toEqual([0]);
  });

  it('is nobody where all are the same, where it is neither, or where too little is known', () => {
    const none = [bestOf('gpu_ram', [24, 24]), bestOf('id', [1, 2]), bestOf('score', [undefined, 3])];
    expect(none).toEqual([[], [], []]);
  });
});

describe('the order of a comparison', () => {
  it('has what decides first, then the other columns as the list has them', () => {
    const columns = ['gpu', 'vram', 'price', 'rel', 'disk', 'where', 'max'].map((id) => ({ id }));
    const order = decidingFirst(columns).map(({ id }) => id);
    expect(order).toEqual(['gpu', 'price', 'vram', 'rel', 'where', 'disk', 'max']);
  });

  it('has money first among the fields without a column, and ids last', () => {
    const fields = ['machine_id', 'os_version', 'dlperf', 'inet_up_cost', 'id', 'dph_base'];
    expect([...fields].sort((a, b) => fieldRank(a) - fieldRank(b))).toEqual([
      ...['inet_up_cost', 'dph_base', 'dlperf', 'os_version', 'machine_id', 'id'],
    ]);
  });
});
