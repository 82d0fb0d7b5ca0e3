import type { Outcome } from './service.ts';

/**
 * Makes the in-process sandbox fail as a network does: fetch throws `TypeError: fetch failed` when the connection
 * is lost, a body that is cut off throws `TypeError: terminated` while it is read, an aborted signal rejects with
 * its reason.
 */
export function asFetch(answer: (request: Request) => Promise<Outcome>) {
  return async function fetch(request: Request): Promise<Response> {
    const { signal } = request;
    signal.throwIfAborted();
    const outcome = await Promise.race([aborted(signal), answer(request)]);
    if (outcome.kind === 'drop') throw new TypeError('fetch failed', { cause: socketError() });
    if (outcome.kind === 'truncate') return cutOff(outcome.response);
    return outcome.response;
  };
}

/** Half of the answer's body, then the end of the connection. */
async function cutOff(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated', { cause: socketError() }));
      else controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      sent = true;
    },
  });
  const headers = new Headers(response.headers);
  headers.set('Content-Length', String(bytes.length));
  return new Response(body, { status: response.status, headers });
}

const socketError = (): Error =>
  Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
