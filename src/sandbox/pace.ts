import { assumptions } from './assumptions.ts';
import type { Route } from './call.ts';
import type { Reply } from './reply.ts';
import type { Store } from './store.ts';

type Taken = { times: readonly number[]; closedUntil: number };

/**
 * Minimum intervals between two calls of one caller to one route, and of some routes a number of calls in a period, as
 * far as the sandbox was started with them (`--rate-limits`; service-facts.md (e)). A call that comes too early is not
 * counted, but of some routes it closes them for longer. No answer names the time to wait.
 */
export function createPace(store: Store) {
  const taken = new Map<string, Taken>();
  return (route: Route, caller: string, now: number): Reply | undefined => {
    if (!store.settings.rateLimits || route.interval === undefined) return undefined;
    const key = `${caller} ${route.method} ${route.path}`;
    const { interval, burst = 1, penalty = 0 } = route;
    const { times, closedUntil } = taken.get(key) ?? { times: [], closedUntil: 0 };
    const before = times.at(-burst);
    // A restored state may set the clock back: what lies ahead then says nothing.
    if (before !== undefined && now >= before) {
      if (now < Math.max(closedUntil, before + interval * burst * 1000)) {
        if (penalty > 0) taken.set(key, { times, closedUntil: before + (interval + penalty) * 1000 });
        return tooFrequent(route, interval);
      }
    }
    taken.set(key, { times: [...times, now].slice(-burst), closedUntil: 0 });
    return undefined;
  };
}

const kindOf = ({ method, reads, burst, penalty }: Route): keyof typeof assumptions.tooFrequent => {
  if (burst !== undefined) return 'search';
  if (penalty !== undefined) return 'creation';
  return method === 'GET' || reads === true ? 'read' : 'write';
};

/** The forms in which services of this kind are known to say 429; which of them where is an assumption. */
function tooFrequent(route: Route, interval: number): Reply {
  const words = 'API requests too frequent';
  const form = assumptions.tooFrequent[kindOf(route)];
  const headers = { 'Content-Type': 'text/plain' };
  if (form === 'text') return { status: 429, text: words, headers };
  if (form === 'text with threshold')
    return { status: 429, text: `${words}: endpoint threshold=${interval}`, headers };
  if (form === '{detail}')
    return { status: 429, body: { detail: `${words} endpoint threshold=${interval}` } };
  const msg = `${words}: endpoint threshold=${interval}`;
  return { status: 429, body: { success: false, error: 'too_many_requests', msg } };
}
