import { assumptions } from './assumptions.ts';
import type { Wanted } from './creation.ts';
import type { InstanceRecord } from './entities.ts';
import { bootSteps } from './machines/instance.ts';
import type { OfferFacts } from './market/market.ts';
import type { Store } from './store.ts';

/**
 * The record of a new instance at a moment. Where it cannot start at once (`free` is false, or its bid is
 * `beaten`) it is a stopped one that waits.
 */
export function newInstance(
  store: Store,
  wanted: Wanted,
  facts: OfferFacts,
  at: {
    now: number;
    price: { dphBase: number; minBid: number };
    free: boolean;
    beaten: boolean;
  },
): InstanceRecord {
  const { price, stopped, cancelUnavail: _, ...kept } = wanted;
  const id = store.nextId('instance');
  const waits = !at.free && !stopped;
  const halted = stopped || waits;
  return {
    ...kept,
    id,
    offerId: facts.id,
    createdAt: at.now,
    intended: stopped ? 'stopped' : 'running',
    steps: halted
      ? [{ at: at.now, status: assumptions.statusAfterStop }]
      : bootSteps(
          { seed: store.state.seed, id, lively: store.settings.lively, bid: price !== undefined },
          at.now,
        ),
    ...(waits ? { waiting: at.beaten ? 'bid' : 'host' } : {}),
    ...(at.beaten ? { bidFloor: at.price.minBid } : {}),
    apiKey: store.secret(64),
    gpuPrice: price ?? at.price.dphBase,
    bid: price !== undefined,
    minBid: at.price.minBid,
    storageCost: facts.storage_cost,
    endDate: Math.floor(at.now / 1000) + store.market.remaining(facts.id, at.now / 1000),
    jupyterToken: store.secret(48),
    sshKeyIds: store.state.sshKeys.filter((key) => key.deletedAt === undefined).map((key) => key.id),
  };
}
