import { expect, test } from 'vitest';
import type { Offer } from '../../../src/client/wire.ts';
import { nextOffer } from '../../../src/engine/offers/next-offer.ts';

const offer = (id: number, fields: Partial<Offer> = {}): Offer => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  host_id: id * 10,
  machine_id: id * 100,
  dph_total: 0.3,
  ...fields,
});
const failed = offer(1);

test('C012 the offer that failed is never the next one', () => {
  expect(nextOffer({ failed, offers: [failed, offer(2)] })?.id).toBe(2);
  expect(nextOffer({ failed, offers: [failed] })).toBeUndefined();
});

test('C013 offers, hosts and machines that failed before are left out', () => {
  const offers = [offer(2), offer(3), offer(4), offer(5)];
  const next = nextOffer({
    failed,
    offers,
    excludedIds: new Set([2]),
    excludedHosts: new Set([30]),
    excludedMachines: new Set([400]),
  });
  expect(next?.id).toBe(5);
});

test('the next offer is the first of the search that has the same GPUs', () => {
  const offers = [
    offer(2, { num_gpus: 2 }),
    offer(3, { gpu_name: 'A40' }),
    offer(4, { rentable: false }),
    offer(5, { dph_total: 0.4 }),
    offer(6, { dph_total: 0.2 }),
  ];
  expect(nextOffer({ failed, offers })?.id).toBe(5);
});

test('a price cap keeps out dearer offers and those without a price', () => {
  const { dph_total: _, ...priceless } = offer(3);
  const offers = [offer(2, { dph_total: 0.42 }), priceless, offer(4, { dph_total: 0.34 })];
  expect(nextOffer({ failed, offers, priceCap: 0.341 })?.id).toBe(4);
  expect(nextOffer({ failed, offers, priceCap: 0.2 })).toBeUndefined();
  expect(nextOffer({ failed, offers, priceCap: 0.5, price: (o) => o.id / 10 })?.id).toBe(2);
});
