import type { Clock } from '../base/clock.ts';
import { settle } from './billing.ts';
import type { InstanceRecord } from './entities.ts';
import { isAlive } from './machines/instance.ts';
import { createMarket, type Market, type OfferStates } from './market/market.ts';
import { token, unit } from './random.ts';
import type { IdKind, State } from './state.ts';

/** What a sandbox was started with and keeps over a reset. */
export type Settings = { lively: boolean; rateLimits: boolean };

export type Store = ReturnType<typeof createStore>;

/** The state of a sandbox with what is needed to work on it. The market is not kept: it follows from the seed. */
export function createStore(options: {
  clock: Clock;
  state: State;
  settings: Settings;
  random?: () => number;
}) {
  const { clock, settings } = options;
  let state = options.state;
  let market = createMarket(state.seed, state.offers, settings.lively);
  let states: OfferStates | undefined;

  const store = {
    clock,
    settings,
    get state(): State {
      return state;
    },
    get market(): Market {
      return market;
    },
    /** Puts another state in the place of the present one. */
    replace(next: State): void {
      if (next.seed !== state.seed || next.offers !== state.offers) {
        market = createMarket(next.seed, next.offers, settings.lively);
      }
      // The market keeps what it worked out for a version: the number must not come again for another state.
      next.offerVersion = Math.max(next.offerVersion, state.offerVersion) + 1;
      state = next;
      states = undefined;
    },
    /** Milliseconds of the sandbox's clock. */
    now: (): number => Math.max(state.seenAt, clock.now() + state.clockOffset),
    /** Brings everything up to the present moment and answers it. */
    settle(): number {
      const now = store.now();
      state.seenAt = now;
      settle(state, now);
      return now;
    },
    /** Chance for keys and codes: what was passed in, or what follows from the seed. */
    random: (): number => options.random?.() ?? unit(state.seed, 77, ++state.draws),
    secret: (length: number, alphabet?: string): string => token(store.random, length, alphabet),
    nextId(kind: IdKind): number {
      const id = state.nextId[kind];
      state.nextId[kind] = id + 1;
      return id;
    },
    instance: (id: number): InstanceRecord | undefined => state.instances.find((one) => one.id === id),
    /** Puts a changed record in the place of the one with its id, or adds it. */
    save(instance: InstanceRecord): InstanceRecord {
      const at = state.instances.findIndex((one) => one.id === instance.id);
      if (at === -1) state.instances.push(instance);
      else state.instances[at] = instance;
      if (at === -1 || !isAlive(instance)) state.offerVersion++;
      return instance;
    },
    /** Who holds what, and what was done to prices, by offer id. */
    offerStates(): OfferStates {
      if (states?.version === state.offerVersion) return states;
      const byId = new Map<number, { taken?: boolean; mine?: boolean; price?: number }>();
      for (const [id, change] of Object.entries(state.offerOverrides)) {
        byId.set(Number(id), {
          ...(change.rentable === false ? { taken: true } : {}),
          ...(change.dphBase === undefined ? {} : { price: change.dphBase }),
        });
      }
      for (const { offerId } of state.instances.filter(isAlive)) {
        byId.set(offerId, { ...byId.get(offerId), mine: true });
      }
      states = { version: state.offerVersion, byId };
      return states;
    },
  };
  return store;
}
