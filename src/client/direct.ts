/**
 * A service asked over Node's own HTTP, which sends nothing twice. `fetch` has the whole of undici behind it, which takes a
 * tenth of the deck's memory, and repeats a call by itself.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type * as net from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import type * as tls from 'node:tls';
import * as zlib from 'node:zlib';
import { coded, connectThrough } from './proxy-tunnel.ts';
import type { FetchLike, OnItsWay, Reply } from './transport.ts';

/** So long a connection may take to come about, before anything of a call is sent (ms). */
const usualConnectMs = 10_000;
/** So long a connection is kept for the next call (ms): services close theirs after five seconds. */
const idleMs = 4000;

type Settings = {
  connectMs?: number;
  /** The proxy that leads to the service. */
  proxy?: URL;
};

/**
 * The way to a service, directly or through a proxy. Connections are kept for a while, and redirects are not followed.
 * Nothing is ever sent twice, whatever is answered. What cannot be connected within `connectMs` fails.
 */
export function directTransport({ connectMs = usualConnectMs, proxy }: Settings = {}): FetchLike {
  let plain: http.Agent | undefined;
  let secure: https.Agent | undefined;
  return (url, { method = 'GET', headers, body, signal, way }) => {
    const isSecure = url.startsWith('https:');
    // Each is loaded when it is used, and few need both.
    if (isSecure) secure ??= agentOf(https.Agent, proxy, connectMs);
    else plain ??= agentOf(http.Agent, proxy, connectMs);
    const send = isSecure ? https.request : http.request;
    return new Promise((resolve, reject) => {
      if (way !== undefined) way.isSent = false;
      const request = send(url, {
        method,
        agent: isSecure ? secure : plain,
        timeout: connectMs,
        ...(signal ? { signal, until: signal } : {}),
        headers: {
          ...headers,
          'Accept-Encoding': 'gzip, deflate, br',
          // A DELETE has none by itself.
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
        },
      });
      let isConnected = false;
      // From here on the call may have arrived.
      const connected = () => {
        isConnected = true;
        if (way !== undefined) way.isSent = true;
      };
      request.on('socket', (socket) => {
        // One that is kept, or that a proxy has led to the service, is handed over once it stands.
        const stands = request.reusedSocket || proxy !== undefined;
        // A listener for each call would pile up on a connection that is kept.
        if (stands) connected();
        else socket.once(isSecure ? 'secureConnect' : 'connect', connected);
      });
      // A service that thinks for long is given up by the deadline of its call.
      request.on('timeout', () => {
        if (!isConnected) request.destroy(coded('no connection', 'CONNECT_TIMEOUT'));
      });
      request.on('error', reject);
      // Without an error too, as after an answer that is to change the protocol; nothing where there was an answer.
      request.on('close', () => reject(coded('no answer', 'ECONNRESET')));
      request.on('response', (message) => resolve(replyOf(message, way)));
      request.end(body);
    });
  };
}

type Connected = (error: Error | null, socket?: net.Socket) => void;
type AgentOptions = { host?: string; port?: number | string; until?: AbortSignal };

/** An agent that keeps its connections; those through a proxy are the service's own once they stand. */
function agentOf<A extends http.Agent>(
  Kind: new (options: http.AgentOptions) => A,
  proxy: URL | undefined,
  waitMs: number,
): A {
  const agent = new Kind({ keepAlive: true, timeout: idleMs });
  if (proxy === undefined) return agent;
  const isSecure = agent instanceof https.Agent;
  const createConnection = (options: AgentOptions & tls.ConnectionOptions, done: Connected) => {
    const { host = '', port, until: signal } = options;
    connectThrough(
      { proxy, waitMs, signal },
      { host, port: Number(port) },
      isSecure ? options : undefined,
    ).then(
      (socket) => done(null, socket),
      (error: Error) => done(error),
    );
  };
  return Object.assign(agent, { createConnection });
}

function replyOf(message: http.IncomingMessage, way: OnItsWay | undefined): Reply {
  const { statusCode: status = 0, headers } = message;
  const content = plainOf(message, headers['content-encoding'], way);
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name) => {
        const value = headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
      getSetCookie: () => headers['set-cookie'] ?? [],
    },
    body: {
      getReader() {
        const pieces: AsyncIterator<Uint8Array, undefined> = content[Symbol.asyncIterator]();
        return { read: () => pieces.next(), cancel: async () => void content.destroy() };
      },
      cancel: async () => void content.destroy(),
    },
  };
}

/** What a message says once it is unpacked; what is packed in a way that nobody asked for stays as it is. */
function plainOf(message: http.IncomingMessage, encoding = '', way: OnItsWay | undefined): Readable {
  const unpacked = unpack(encoding.trim().toLowerCase());
  const content = unpacked === undefined ? message : pipeline(message, unpacked, () => {});
  // Much can come before a piece of it is unpacked.
  if (unpacked !== undefined) message.on('data', () => way?.heard());
  // Whoever reads is told; one that breaks before that, or is read by nobody, is no bug.
  content.on('error', () => {});
  return content;
}

function unpack(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip();
  if (encoding === 'deflate') return zlib.createInflate();
  return encoding === 'br' ? zlib.createBrotliDecompress() : undefined;
}
