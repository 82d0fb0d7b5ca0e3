import type { Principal, RouteAuth } from './auth.ts';
import type { JsonObject } from './body.ts';
import type { Reply } from './reply.ts';
import type { Store } from './store.ts';

/** One request, authorised and read; what a handler works on. */
export type Call = {
  store: Store;
  /** Milliseconds of the sandbox's clock; everything is settled up to it. */
  now: number;
  principal: Principal;
  /** The number in the path, where the route has one. */
  id: number;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: JsonObject;
  /** Scheme and host under which the sandbox was called, for addresses in answers. */
  origin: string;
};

/** Handlers are synchronous: no two requests ever see a half-done change of each other. */
export type Handler = (call: Call) => Reply;

/** One row per method and path. Paths are written without the slash at the end, and taken with or without it. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  auth: RouteAuth;
  handler: Handler;
  /** Changes nothing though it is no GET. */
  reads?: true;
  /** Seconds that have to lie between two calls under `--rate-limits` (service-facts.md (e)). */
  interval?: number;
  /** So many calls are borne in so many intervals, however close together; 1 when absent. */
  burst?: number;
  /** Seconds that a call which came too early adds to the interval. */
  penalty?: number;
};

export const success = (fields: Record<string, unknown> = {}): Reply => ({
  body: { success: true, ...fields },
});
