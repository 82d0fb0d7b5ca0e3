import { directTransport } from './direct.ts';

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
};

/** The one way out: Node's HTTP, or anything of fetch's shape, as an in-process service. */
export type FetchLike = (url: string, asked: Asked) => Promise<Reply>;

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * The transport for an environment. Node's own HTTP serves nearly everybody (and honours NODE_EXTRA_CA_CERTS by
 * itself); it knows no proxies on all the Nodes that we support, so with HTTPS_PROXY, HTTP_PROXY or ALL_PROXY set,
 * in either case of letters, undici's client is loaded in its place. NO_PROXY is honoured, and this machine itself
 * is never asked for through a proxy. A proxy that cannot be read fails each call with the code `BAD_PROXY`:
 * going around it could be what its owner forbids.
 */
export async function createTransport(env: Record<string, string | undefined>): Promise<FetchLike> {
  const named = (name: string) => env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
  const all = named('ALL_PROXY');
  const httpProxy = proxyUrl(named('HTTP_PROXY') ?? all);
  const httpsProxy = proxyUrl(named('HTTPS_PROXY') ?? all);
  const direct = directTransport();
  if (httpProxy === '' && httpsProxy === '') return direct;

  const proxied = await proxiedFetch(httpProxy, httpsProxy, named('NO_PROXY') ?? '').catch(() => badProxy);
  return (url, init) => (loopback.test(new URL(url).hostname) ? direct(url, init) : proxied(url, init));
}

/** A proxy without a scheme is an HTTP one, as curl reads it; an empty text for none. */
function proxyUrl(value: string | undefined): string {
  if (value === undefined) return '';
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
}

// Empty texts and not undefined: undici would look into the process's own environment otherwise.
async function proxiedFetch(httpProxy: string, httpsProxy: string, noProxy: string): Promise<FetchLike> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy });
  // undici and Node declare the same shapes twice; at run time they are one.
  const send = fetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, init) => send(url, { ...init, dispatcher });
}

const badProxy: FetchLike = () =>
  Promise.reject(Object.assign(new Error('the proxy cannot be used'), { code: 'BAD_PROXY' }));
