/**
 * Where a `result_url` may lead. It comes from the service and is fetched by this machine, so a false one could make it
 * ask something that only it can reach: a router, a metadata address, a service of its own. Such texts lie with storage
 * providers, under names of any host; so any public name is taken, over https and without a login in it, and no bare
 * address. The service's own origin is trusted as far as the base URL is, which the person gave.
 */
export function cleanResultUrl(text: string, baseUrl: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === new URL(baseUrl).origin) return url.href;
  return url.protocol === 'https:' && isPublicName(url.hostname) ? url.href : undefined;
}

/** Names that only mean something inside a machine or a network. */
const inside = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)\.?$/;

function isPublicName(host: string): boolean {
  // Addresses, however they were spelled, are dotted digits or brackets after parsing.
  const isAddress = host.startsWith('[') || /^\d+(\.\d+)*\.?$/.test(host);
  return !isAddress && /^[^.]+(\.[^.]+)+\.?$/.test(host) && !inside.test(host);
}
