import { directTransport } from './direct.ts';
import { coded, readProxy } from './proxy-tunnel.ts';

/** What is taken of an answer: less than fetch's own, which fits as it is. */
export type Reply = {
  status: number;
  ok: boolean;
  headers: ReplyHeaders;
  /** Read once, or cancelled. */
  body: { getReader(): ReplyReader; cancel(): Promise<void> } | null;
};
export type ReplyHeaders = Pick<Headers, 'get' | 'getSetCookie'>;
type ReplyReader = {
  read(): Promise<{ done?: false; value: Uint8Array } | { done: true; value?: undefined }>;
  cancel(): Promise<void>;
};

/** What is asked, as fetch takes it. */
export type Asked = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** No other is. */
  redirect?: 'manual';
  signal?: AbortSignal;
  way?: OnItsWay;
};

/** How far a call has come, told by the transport; `isSent` stays away where the transport cannot tell. */
export type OnItsWay = {
  /** False until the connection stands: nothing of the call can have arrived. */
  isSent?: boolean;
  /** Called when a piece of the answer comes. */
  heard(): void;
};

/** The one way out: Node's HTTP, or anything of fetch's shape, as an in-process service. */
export type FetchLike = (url: string, asked: Asked) => Promise<Reply>;

/** The same answer; of each piece it is told that it came. */
export function heardBy({ status, ok, headers, body }: Reply, way: OnItsWay): Reply {
  way.heard();
  const getReader = (): ReplyReader => {
    const reader = (body as NonNullable<typeof body>).getReader();
    const read = async () => {
      const piece = await reader.read();
      way.heard();
      return piece;
    };
    return { read, cancel: () => reader.cancel() };
  };
  return { status, ok, headers, body: body && { getReader, cancel: () => body.cancel() } };
}

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::(1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/;

/**
 * The transport for an environment: Node's own HTTP, directly or, with HTTPS_PROXY, HTTP_PROXY or ALL_PROXY set, in
 * either case of letters, through that proxy. NO_PROXY is honoured, and this machine itself is never asked for through
 * a proxy. A proxy that cannot be read fails each call with the code `BAD_PROXY`: going around it could be what its
 * owner forbids.
 */
export async function createTransport(env: Record<string, string | undefined>): Promise<FetchLike> {
  const named = (name: string) => env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
  const all = named('ALL_PROXY');
  const plain = named('HTTP_PROXY') ?? all;
  const direct = directTransport();
  const through = (proxy: string | undefined): FetchLike => {
    if (proxy === undefined) return direct;
    const url = readProxy(proxy);
    return url === undefined ? badProxy : directTransport({ proxy: url });
  };
  const byHttp = through(plain);
  const byHttps = through(named('HTTPS_PROXY') ?? all ?? plain);
  const goesAround = aroundProxy(named('NO_PROXY') ?? '');
  return (url, asked) => {
    const { protocol, hostname, port } = new URL(url);
    if (loopback.test(hostname) || goesAround(hostname, port || usualPorts[protocol]))
      return direct(url, asked);
    return (protocol === 'https:' ? byHttps : byHttp)(url, asked);
  };
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** NO_PROXY: names with all below them, each with or without a port, or `*`; between commas or blanks. */
function aroundProxy(list: string): (host: string, port: string | undefined) => boolean {
  const entries = list.split(/[,\s]+/).flatMap((entry) => {
    const [, name = '', port] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
    return name === '' ? [] : [{ name: name.replace(/^\*?\./, '').toLowerCase(), port }];
  });
  return (host, port) =>
    entries.some(
      ({ name, port: only }) =>
        name === '*' || ((only ?? port) === port && (host === name || host.endsWith(`.${name}`))),
    );
}

const badProxy: FetchLike = () => Promise.reject(coded('the proxy cannot be used', 'BAD_PROXY'));
