import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Sandbox } from './index.ts';

/**
 * Serves a sandbox on a socket of this machine, the only one there is. Port 0 takes a free one.
 * Rejects when the port cannot be had.
 */
export async function listen(
  sandbox: Pick<Sandbox, 'answer'>,
  options: { port?: number; host?: '127.0.0.1' } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const host = options.host ?? '127.0.0.1';
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const { outgoing } = env as HttpBindings;
      // An error here is a caller that has hung up: nobody is left to answer.
      const outcome = await sandbox.answer(request).catch(() => ({ kind: 'drop' }) as const);
      if (outcome.kind === 'drop') outgoing.socket?.destroy();
      else await send(outgoing, outcome.response, outcome.kind === 'truncate');
      return RESPONSE_ALREADY_SENT;
    },
  });
  server.listen(options.port ?? 0, host);
  // `once` rejects when the server emits 'error' first.
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/** Writes the answer as a whole, or half of it and then the end of the connection. */
async function send(outgoing: HttpBindings['outgoing'], response: Response, cut: boolean): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  // The answer carries the sandbox's own time; the socket would add the machine's.
  outgoing.sendDate = false;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.setHeader('content-length', bytes.length);
  if (!cut) {
    outgoing.end(bytes);
    return;
  }
  await new Promise<void>((sent) => outgoing.write(bytes.subarray(0, bytes.length >> 1), () => sent()));
  outgoing.socket?.destroy();
}
