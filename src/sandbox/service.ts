import { Hono } from 'hono';
import { assumptions } from './assumptions.ts';
import { authorize } from './auth.ts';
import { parseBody } from './body.ts';
import type { Route } from './call.ts';
import type { ControlSurface } from './control-routes.ts';
import type { RequestEntry } from './entities.ts';
import { Rejection, rejectionReply } from './errors.ts';
import { type Fault, faultReply, takeFault, trimmedPath } from './faults.ts';
import { createPace } from './pace.ts';
import { type Reply, toResponse } from './reply.ts';
import type { Store } from './store.ts';

/** What becomes of a request. `drop`: the connection closes without an answer; `truncate`: in the middle of it. */
export type Outcome =
  | { kind: 'answer'; response: Response }
  | { kind: 'drop' }
  | { kind: 'truncate'; response: Response };

type Bindings = { Bindings: { answer: (route: Route, params: Record<string, string>) => Response } };

/**
 * The service: finds the row of a request, checks who calls, lets the handler work, and makes what it changed
 * durable before the answer goes out. `changed` is called after every request that may have changed something.
 */
export function createService(
  store: Store,
  routes: readonly Route[],
  control: ControlSurface,
  changed: () => void,
) {
  const pace = createPace(store);
  // The slash at the end of a path may be there or not.
  const app = new Hono<Bindings>({ getPath: (request) => trimmedPath(new URL(request.url).pathname) });
  for (const route of routes) {
    app.on(route.method, route.path.replace(':id', ':id{[0-9]+}'), (c) => c.env.answer(route, c.req.param()));
  }
  app.notFound(() =>
    toResponse({ status: 404, body: { success: false, error: 'not_found', msg: 'there is no such call' } }),
  );
  app.onError((error) => {
    if (error instanceof Rejection) return toResponse(rejectionReply(error));
    return toResponse({
      status: 500,
      body: { success: false, error: 'server_error', msg: `the sandbox failed: ${error.message}` },
    });
  });

  async function serve(request: Request, now: number, entry: RequestEntry): Promise<Response> {
    const source = await request.text();
    const url = new URL(request.url);
    const authorization = request.headers.get('authorization');
    const answer = (route: Route, params: Record<string, string>): Response => {
      // Whoever brings the key in another place than the header is somebody else, too.
      const waiting = pace(route, `${authorization} ${url.searchParams.get('api_key')}`, now);
      if (waiting !== undefined) return toResponse(waiting);
      try {
        return toResponse(handle(route, params, { source, url, authorization, now, entry }));
      } finally {
        // A refusal may change something, too: a wrong code counts.
        if (route.method !== 'GET' && route.reads !== true) changed();
      }
    };
    return app.fetch(request, { answer });
  }

  function handle(
    route: Route,
    params: Record<string, string>,
    request: { source: string; url: URL; authorization: string | null; now: number; entry: RequestEntry },
  ): Reply {
    const { source, url, authorization, now, entry } = request;
    const id = Number(params.id);
    // A body that cannot be read must not hide that the key is missing or bad.
    let body = {};
    let unreadable: unknown;
    try {
      body = parseBody(source);
    } catch (error) {
      unreadable = error;
    }
    const instanceId = params.id === undefined ? undefined : id;
    const principal = authorize(store, route.auth, {
      authorization,
      query: url.searchParams,
      body,
      instanceId,
    });
    if (principal.kind === 'key') entry.keyId = principal.key.id;
    if (unreadable !== undefined) throw unreadable;
    return route.handler({
      store,
      now,
      principal,
      id,
      params,
      query: url.searchParams,
      body,
      origin: url.origin,
    });
  }

  return async function answer(request: Request): Promise<Outcome> {
    request.signal.throwIfAborted();
    const { pathname } = new URL(request.url);
    if (pathname === '/_sandbox' || pathname.startsWith('/_sandbox/')) {
      const response = await control(request);
      if (request.method !== 'GET') changed();
      return { kind: 'answer', response };
    }
    const entry: RequestEntry = {
      method: request.method,
      path: pathname,
      status: 0,
      at: store.settle() / 1000,
    };
    const { requests } = store.state;
    if (requests.length >= assumptions.keptRequests) requests.splice(0, assumptions.keptRequests / 10);
    requests.push(entry);
    const fault = takeFault(store.state.faults, request.method, pathname);
    if (fault !== undefined) changed();

    const response = await beset(fault, request, store);
    if (response === 'drop') return { kind: 'drop' };
    const served = response ?? (await serve(request, store.settle(), entry));
    if (fault?.kind === 'drop-after') return { kind: 'drop' };
    entry.status = served.status;
    if (fault?.kind === 'truncate') return { kind: 'truncate', response: served };
    if (fault?.kind === 'garbage') {
      const headers = { 'Content-Type': 'application/json' };
      return { kind: 'answer', response: new Response('{"succ\u0000ess": tru<<<', { status: 200, headers }) };
    }
    return { kind: 'answer', response: served };
  };
}

/** What a fault does before the service sees the call: another answer, a drop, a wait, or nothing. */
async function beset(
  fault: Fault | undefined,
  request: Request,
  store: Store,
): Promise<Response | 'drop' | undefined> {
  if (fault === undefined) return undefined;
  if (fault.kind === 'drop') return 'drop';
  if (fault.kind === 'delay') await store.clock.sleep(fault.delayMs ?? 0, request.signal);
  if (fault.kind === 'hang') await untilAborted(request.signal);
  return faultReply(fault, store.now());
}

/** Never resolves; rejects with the signal's reason. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
