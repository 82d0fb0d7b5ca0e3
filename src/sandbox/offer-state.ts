import type { InstanceRecord } from './entities.ts';
import { type Host, isAlive } from './machines/instance.ts';
import type { Store } from './store.ts';

/** Whether the offer is held: by this account, by somebody whom the control surface sent, or in a lively market. */
export const isTaken = (store: Store, offerId: number, now: number): boolean =>
  store.state.offerOverrides[offerId]?.rentable === false ||
  store.state.instances.some((one) => one.offerId === offerId && isAlive(one)) ||
  store.market.takenByItself(offerId, now / 1000);

/** Whether an instance on this offer cannot start now: the GPU is busy, or somebody else holds it. */
export function isBusy(store: Store, offerId: number): boolean {
  const change = store.state.offerOverrides[offerId];
  return change?.busy === true || change?.rentable === false;
}

/** GPU price of the offer and the lowest bid that wins, $/h. */
export function offerPrice(store: Store, offerId: number, now: number): { dphBase: number; minBid: number } {
  const changed = store.state.offerOverrides[offerId]?.dphBase;
  return store.market.price(offerId, now / 1000, changed) ?? { dphBase: 0, minBid: 0 };
}

export const hostOf = (store: Store, instance: InstanceRecord): Host => ({
  free: !isBusy(store, instance.offerId),
  seed: store.state.seed,
  lively: store.settings.lively,
});
