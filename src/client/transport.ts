/** The one way out: fetch, or anything of its shape, as an in-process service. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * The transport for an environment. Node's own fetch serves nearly everybody (and honours NODE_EXTRA_CA_CERTS by
 * itself); it knows no proxies on all the Nodes that we support, so with HTTPS_PROXY, HTTP_PROXY or ALL_PROXY set,
 * in either case of letters, undici's client is loaded in its place. NO_PROXY is honoured, and this machine itself
 * is never asked for through a proxy.
 */
export async function createTransport(env: Record<string, string | undefined>): Promise<FetchLike> {
  const named = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const all = named('ALL_PROXY');
  const httpProxy = named('HTTP_PROXY') ?? all;
  const httpsProxy = named('HTTPS_PROXY') ?? all;
  const direct: FetchLike = (url, init) => globalThis.fetch(url, init);
  if (httpProxy === undefined && httpsProxy === undefined) return direct;

  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    // An empty text and not undefined: undici would look into the process's environment otherwise.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: named('NO_PROXY') ?? '',
  });
  // The two declare the same shapes twice; at run time they are one.
  const proxied = fetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, init) =>
    loopback.test(new URL(url).hostname) ? direct(url, init) : proxied(url, { ...init, dispatcher });
}
