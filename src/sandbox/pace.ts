import type { Reply } from './reply.ts';
import type { Route } from './routes/call.ts';
import type { Store } from './store.ts';

/**
 * Minimum intervals between two calls of one caller to one route, and of some routes a number of calls in a period, as
 * far as the sandbox was started with them (`--rate-limits`). A call that comes too early is not counted; it answers
 * 429 in plain text, as the service does.
 */
export function createPace(store: Store) {
  const taken = new Map<string, readonly number[]>();
  return (route: Route, caller: string | null, now: number): Reply | undefined => {
    if (!store.settings.rateLimits || route.interval === undefined) return undefined;
    const key = `${caller} ${route.method} ${route.path}`;
    const { interval, burst = 1 } = route;
    const times = taken.get(key) ?? [];
    const before = times.at(-burst);
    if (before !== undefined && now >= before && now - before < interval * burst * 1000) {
      return {
        status: 429,
        text: `API requests too frequent: endpoint threshold=${interval}`,
        headers: { 'Content-Type': 'text/plain' },
      };
    }
    taken.set(key, [...times, now].slice(-burst));
    return undefined;
  };
}
