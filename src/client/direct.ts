/**
 * A service asked over Node's own HTTP. `fetch` would do the same with the whole of undici behind it, which takes a tenth
 * of the deck's memory, and longer to load than a command that asks once needs for most of its work.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { FetchLike, Reply } from './transport.ts';

/** As long a connection may take to come about, before anything of a call is sent (ms). */
const usualConnectMs = 10_000;
/** So long a connection is kept for the next call (ms): services close theirs after five seconds. */
const idleMs = 4000;

/**
 * The way to a service without a proxy. Connections are kept for a while, and redirects are not followed. What cannot be
 * connected within `connectMs` fails with the code that undici has for it.
 */
export function directTransport({ connectMs = usualConnectMs } = {}): FetchLike {
  const kept = { keepAlive: true, timeout: idleMs };
  let plain: http.Agent | undefined;
  let secure: https.Agent | undefined;
  return (url, { method = 'GET', headers, body, signal }) => {
    const isSecure = url.startsWith('https:');
    // Each is loaded when it is used, and few need both.
    if (isSecure) secure ??= new https.Agent(kept);
    else plain ??= new http.Agent(kept);
    const send = isSecure ? https.request : http.request;
    return new Promise((resolve, reject) => {
      const request = send(url, {
        method,
        agent: isSecure ? secure : plain,
        timeout: connectMs,
        ...(signal ? { signal } : {}),
        headers: {
          ...headers,
          'Accept-Encoding': 'gzip, deflate, br',
          // A DELETE has none by itself.
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
        },
      });
      let isConnected = false;
      request.on('socket', (socket) => {
        isConnected = request.reusedSocket;
        // One that is kept stays connected: a listener for each call would pile up on it.
        if (isConnected) return;
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
      });
      // A service that thinks for long is given up by the deadline of its call.
      request.on('timeout', () => {
        if (!isConnected) request.destroy(coded('no connection', 'UND_ERR_CONNECT_TIMEOUT'));
      });
      request.on('error', reject);
      // Without an error too, as after an answer that is to change the protocol; nothing where there was an answer.
      request.on('close', () => reject(coded('no answer', 'ECONNRESET')));
      request.on('response', (message) => resolve(replyOf(message)));
      request.end(body);
    });
  };
}

const coded = (text: string, code: string): Error => Object.assign(new Error(text), { code });

function replyOf(message: http.IncomingMessage): Reply {
  const { statusCode: status = 0, headers } = message;
  const content = plainOf(message, headers['content-encoding']);
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
function plainOf(message: http.IncomingMessage, encoding = ''): Readable {
  const unpacked = unpack(encoding.trim().toLowerCase());
  const content = unpacked === undefined ? message : pipeline(message, unpacked, () => {});
  // Whoever reads is told; one that breaks before that, or is read by nobody, is no bug.
  content.on('error', () => {});
  return content;
}

function unpack(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip();
  if (encoding === 'deflate') return zlib.createInflate();
  return encoding === 'br' ? zlib.createBrotliDecompress() : undefined;
}
