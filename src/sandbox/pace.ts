import type { Reply } from './reply.ts';
import type { Route } from './routes/call.ts';
import type { Store } from './store.ts';

/**
 * Minimum intervals between two calls of one caller to one route, as far as the sandbox was started with them
 * (`--rate-limits`). A call that comes too early is not counted; it answers 429 in plain text, as the service does.
 */
export function createPace(store: Store) {
  const last = new Map<string, number>();
  return (route: Route, caller: string | null, now: number): Reply | undefined => {
    if (!store.settings.rateLimits || route.interval === undefined) return undefined;
    const key = `${caller} ${route.method} ${route.path}`;
    const before = last.get(key);
    if (before !== undefined && now >= before && now - before < route.interval * 1000) {
      return {
        status: 429,
        text: `API requests too frequent: endpoint threshold=${route.interval}`,
        headers: { 'Content-Type': 'text/plain' },
      };
    }
    last.set(key, now);
    return undefined;
  };
}
