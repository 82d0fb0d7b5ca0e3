import type { Clock } from '../base/clock.ts';
import { assumptions } from './assumptions.ts';
import { busyHistory, liveThrough } from './busy-world.ts';
import type { Route } from './call.ts';
import { createControl } from './control.ts';
import { createControlSurface } from './control-routes.ts';
import { asFetch } from './network.ts';
import { token, unit } from './random.ts';
import { dated } from './reply.ts';
import { createService, type Outcome } from './service.ts';
import type { State } from './state.ts';
import { createStore } from './store.ts';
import { routes } from './table.ts';
import { freshWorld } from './world.ts';

export type { Route } from './call.ts';
export type { Control } from './control.ts';
export type { State } from './state.ts';

export type SandboxOptions = {
  clock: Clock;
  /** Chance for keys and codes; without it they follow from the seed. */
  random?: () => number;
  /** Default 1. */
  seed?: number;
  /** Size of the market, default 2,000, at most 100,000. */
  offers?: number;
  /** `busy`: a world with instances in every state, for pictures and rehearsal. */
  world?: 'fresh' | 'busy';
  /** Boots fail, bids are lost and offers are taken by themselves. */
  lively?: boolean;
  /** Minimum intervals between calls, with 429. */
  rateLimits?: boolean;
  apiKey?: string;
  /** Calls that it takes beside those of the service, one row each. */
  routes?: readonly Route[];
  /** A state to go on with, as a state file holds it. */
  state?: State;
  /** Called with the state after every request that may have changed it, before the answer goes out. */
  onChange?: (state: State) => void;
};

export type Sandbox = ReturnType<typeof createSandbox>;

/** The service in this process, without a socket (design.md 7). `fetch` fails as a network does. */
export function createSandbox(options: SandboxOptions) {
  const { clock, random } = options;
  const seed = options.state?.seed ?? options.seed ?? 1;
  const offers = Math.min(options.offers ?? assumptions.offers, assumptions.mostOffers);
  const apiKey = options.apiKey ?? token(random ?? seeded(seed), 64);
  const busy = options.world === 'busy' && options.state === undefined;
  const begins = clock.now() - (busy ? busyHistory : 0);
  const fresh = (): State => freshWorld({ seed, offers, now: begins, clockOffset: 0, apiKey });
  const store = createStore({
    clock,
    state: options.state === undefined ? fresh() : continued(options.state, clock),
    settings: { lively: options.lively ?? false, rateLimits: options.rateLimits ?? false },
    ...(random === undefined ? {} : { random }),
  });
  if (busy) liveThrough(store, clock.now());
  const control = createControl(store);
  const serve = createService(
    store,
    [...routes, ...(options.routes ?? [])],
    createControlSurface(control),
    () => options.onChange?.(store.state),
  );
  const answer = async (request: Request): Promise<Outcome> => {
    const outcome = await serve(request);
    if (outcome.kind !== 'drop') dated(outcome.response, store.now());
    return outcome;
  };
  return {
    fetch: asFetch(answer),
    /** As `fetch`, with a lost connection as a value; for the one that owns the socket. */
    answer,
    control,
    /** Epoch ms of its clock, whatever moved it. */
    now: (): number => store.now(),
    /** The printed key: full access, and back after a reset. */
    apiKey: store.state.keys[0]?.value ?? apiKey,
    /** A copy of everything that is kept. */
    snapshot: (): State => structuredClone(store.state),
    restore: (state: State): void => store.replace(structuredClone(state)),
    reset: (body?: { seed?: number }): void => void control.reset(body),
  };
}

function seeded(seed: number): () => number {
  let draws = 0;
  return () => unit(seed, 76, ++draws);
}

/** Time in a state that was kept never goes back, even if the clock behind it does. */
function continued(state: State, clock: Clock): State {
  const now = clock.now() + state.clockOffset;
  return now >= state.seenAt ? state : { ...state, clockOffset: state.clockOffset + state.seenAt - now };
}
