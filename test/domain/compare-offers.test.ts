import { describe, expect, it } from 'vitest';
import type { Offer } from '../../src/client/wire.ts';
import { bestIn } from '../../src/domain/compare-offers.ts';

const offers = [
  { id: 1, dph_total: 0.3, inet_down: 900, inet_down_cost: 0.01, gpu_ram: 24_000 },
  { id: 2, dph_total: 0.2, inet_down: 500, inet_down_cost: 0.02, gpu_ram: 24_000 },
  { id: 3, dph_total: 0.2 },
] satisfies Offer[];

describe('the best of offers side by side', () => {
  it('is the least of what is paid and the most of what is had, several where they are equal', () => {
    expect(bestIn('dph_total', offers)).toEqual([1, 2]);
    expect(bestIn('inet_down_cost', offers)).toEqual([0]);
    expect(bestIn('inet_down', offers)).toEqual([0]);
  });

  it('is nobody where all are the same, where it is neither, or where too little is known', () => {
    expect([bestIn('gpu_ram', offers), bestIn('id', offers), bestIn('score', offers)]).toEqual([[], [], []]);
  });
});
