/** A connection to the service through a proxy: one try each, over which nothing of a call goes before it stands. */
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';

/** An error of the way to the service, known by its code alone. */
export const coded = (text: string, code: string): Error => Object.assign(new Error(text), { code });

export type Through = { proxy: URL; waitMs: number; signal?: AbortSignal | undefined };
type Target = { host: string; port: number };

const kinds = /^(https?|socks5?h?):$/;

/** Undefined for what is no proxy. One without a scheme is an HTTP one, as curl reads it. */
export function readProxy(text: string): URL | undefined {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (/%(?![0-9a-f]{2})/i.test(url.username + url.password)) return undefined;
  return kinds.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** The target's own connection, secured where it is to be; `options` are those of an agent of Node. */
export async function connectThrough(
  through: Through,
  target: Target,
  secure: tls.ConnectionOptions | undefined,
): Promise<net.Socket> {
  const { proxy } = through;
  const open = proxy.protocol.startsWith('socks') ? throughSocks : throughHttp;
  const socket = await open(through, target).catch((error: NodeJS.ErrnoException) => {
    // Whose fault it was must be told apart: the same code of the service means another thing.
    const code = error.code ?? 'FAILED';
    throw coded('the proxy', code.startsWith('PROXY_') ? code : `PROXY_${code}`);
  });
  return secure === undefined ? socket : secured(through, socket, secure);
}

/** Settles when `ready` comes; fails at an error, a silence of `waitMs`, the signal, and an end without any of them. */
function come<S extends net.Socket>({ waitMs, signal }: Through, socket: S, ready: string): Promise<S> {
  return new Promise((resolve, reject) => {
    const over = () => {
      socket.off(ready, done).off('error', failed).off('close', closed).off('timeout', late).setTimeout(0);
      signal?.removeEventListener('abort', late);
      socket.on('error', () => {});
    };
    const done = () => {
      over();
      resolve(socket);
    };
    const failed = (error: Error) => {
      over();
      socket.destroy();
      reject(error);
    };
    const closed = () => failed(coded('closed', 'ECONNRESET'));
    const late = () => failed(coded('no connection', 'CONNECT_TIMEOUT'));
    socket.on(ready, done).on('error', failed).on('close', closed).on('timeout', late).setTimeout(waitMs);
    signal?.addEventListener('abort', late, { once: true });
    if (signal?.aborted) late();
  });
}

const secured = (through: Through, socket: net.Socket, secure: tls.ConnectionOptions): Promise<net.Socket> =>
  come(through, tls.connect({ ...secure, socket, ALPNProtocols: ['http/1.1'] }), 'secureConnect');

/** As Node wants a host: an IPv6 address without its brackets. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
const portOf = ({ port }: URL, usual: number): number => (port === '' ? usual : Number(port));

function throughHttp({ proxy, waitMs, signal }: Through, { host, port }: Target): Promise<net.Socket> {
  const isSecure = proxy.protocol === 'https:';
  const { username, password } = loginOf(proxy);
  const authority = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request({
      host: bare(proxy.hostname),
      port: portOf(proxy, isSecure ? 443 : 80),
      ...{ method: 'CONNECT', path: authority, agent: false, timeout: waitMs },
      headers: { Host: authority, ...(username === '' ? {} : { 'Proxy-Authorization': `Basic ${login}` }) },
      ...(signal === undefined ? {} : { signal }),
    });
    request.on('connect', ({ statusCode = 0 }, socket: net.Socket, head) => {
      socket.setTimeout(0);
      socket.on('error', () => {});
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(coded('refused by the proxy', `PROXY_${statusCode}`));
    });
    request.on('timeout', () => request.destroy(coded('no answer of the proxy', 'CONNECT_TIMEOUT')));
    request.on('error', reject);
    request.on('close', () => reject(coded('closed by the proxy', 'ECONNRESET')));
    request.end();
  });
}

/** SOCKS 5 (RFC 1928, 1929); the proxy looks up the name. */
async function throughSocks(through: Through, { host, port }: Target): Promise<net.Socket> {
  const { proxy } = through;
  const socket = net.connect({ host: bare(proxy.hostname), port: portOf(proxy, 1080) });
  await come(through, socket, 'connect');
  const answer = async (bytes: readonly number[], length: number): Promise<Buffer> => {
    socket.write(Uint8Array.from(bytes));
    return taken(through, socket, length);
  };
  const { username, password } = loginOf(proxy);
  const [, way] = await answer(username === '' ? [5, 1, 0] : [5, 2, 0, 2], 2);
  if (way === 2 && username !== '') {
    const [, refused] = await answer([1, ...counted(username), ...counted(password)], 2);
    if (refused !== 0) throw refusedBy(socket, 407);
  } else if (way !== 0) throw refusedBy(socket, 407);
  const [, failed, , kind] = await answer([5, 1, 0, ...addressOf(host), port >> 8, port & 255], 4);
  // 2: not allowed by its rules; the others are about the way from there on.
  if (failed !== 0) throw refusedBy(socket, failed === 2 ? 403 : 502);
  const [length = 0] = kind === 3 ? await taken(through, socket, 1) : [kind === 4 ? 16 : 4];
  await taken(through, socket, length + 2);
  return socket;
}

function refusedBy(socket: net.Socket, status: number): Error {
  socket.destroy();
  return coded('refused by the proxy', `PROXY_${status}`);
}

/** So many bytes of what comes. */
async function taken(through: Through, socket: net.Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes !== null) return bytes;
    await come(through, socket, 'readable');
  }
}

const counted = (text: string): number[] => [Buffer.byteLength(text) & 255, ...Buffer.from(text)];

function addressOf(host: string): number[] {
  if (net.isIPv4(host)) return [1, ...host.split('.').map(Number)];
  return [3, ...counted(host)];
}

const loginOf = ({ username, password }: URL) => ({
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
});
