import type { AdviceInput } from './advice.ts';

type Told = { title: string; next: string };

const checkUrl = 'Check the base URL.';
const checkProxy = 'Check HTTPS_PROXY (or HTTP_PROXY, ALL_PROXY), or list the host in NO_PROXY.';
const ownCa = 'For a private certificate, set NODE_EXTRA_CA_CERTS to the file of its CA.';

/** What went wrong between here and the provider, by the code of the system or of the proxy. */
const ways: readonly (readonly [code: RegExp, told: Told])[] = [
  [
    /^BAD_PROXY$/,
    {
      title: 'The proxy address is invalid.',
      next: 'Set HTTPS_PROXY (or HTTP_PROXY, ALL_PROXY) to an address such as http://proxy.example.com:8080.',
    },
  ],
  [
    /^PROXY_407$/,
    {
      title: 'The proxy requires a login (HTTP 407).',
      next: 'Put the login into HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT.',
    },
  ],
  [
    /^PROXY_4\d\d$/,
    {
      title: 'The proxy does not allow this connection.',
      next: 'Ask whoever runs the proxy, or list the host in NO_PROXY.',
    },
  ],
  [
    /^PROXY_[1-9]\d\d$/,
    {
      title: 'The proxy could not reach the host.',
      next: 'Check the base URL and the proxy, then try again.',
    },
  ],
  [/^PROXY_(ENOTFOUND|EAI_AGAIN)$/, { title: 'The proxy host was not found.', next: checkProxy }],
  [/^PROXY_ECONNREFUSED$/, { title: 'The proxy refused the connection.', next: checkProxy }],
  [/^PROXY_.*TIMEOUT|^PROXY_ETIMEDOUT$/, { title: 'The proxy does not answer.', next: checkProxy }],
  [
    /^PROXY_.*(CERT|SIGNATURE)/,
    { title: 'The certificate of the proxy is not trusted.', next: `${checkProxy} ${ownCa}` },
  ],
  [/^PROXY_/, { title: 'The proxy closed the connection.', next: checkProxy }],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    {
      title: 'The certificate is expired or not valid yet.',
      next: `Check the clock of this computer. ${checkUrl}`,
    },
  ],
  [/ALTNAME/, { title: 'The certificate is for another host name.', next: checkUrl }],
  [/SELF_SIGNED/, { title: 'The certificate is self-signed.', next: `${checkUrl} ${ownCa}` }],
  [/CERT|SIGNATURE/, { title: 'The certificate is not trusted.', next: `${checkUrl} ${ownCa}` }],
  [
    /^(EPROTO|ERR_SSL_.*)$/,
    {
      title: 'The secure connection failed (TLS).',
      next: 'Check the base URL: https:// or http://, and the port.',
    },
  ],
  [
    /^ENOTFOUND$/,
    { title: 'The host was not found.', next: 'Check the host name in the base URL, and the network.' },
  ],
  [/^EAI_AGAIN$/, { title: 'The host name could not be looked up.', next: 'Check the network and DNS.' }],
  [
    /^ECONNREFUSED$/,
    { title: 'The connection was refused.', next: 'Check the host and port in the base URL.' },
  ],
  [
    /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    { title: 'There is no way to the host from here.', next: 'Check the network or VPN.' },
  ],
  [
    /^(CONNECT_TIMEOUT|ETIMEDOUT)$/,
    { title: 'The connection timed out.', next: 'Check the network and the base URL, then try again.' },
  ],
  [
    /^(ECONNRESET|EPIPE)$/,
    {
      title: 'The connection was lost.',
      next: 'Check the network, then try again.',
    },
  ],
  [/^HPE_/, { title: 'The answer is not HTTP.', next: checkUrl }],
];

/** What a call that failed on its way is told by: which part of the way it was, and what to do about it. */
export function wayAdvice({ kind, reason = '', unsent }: AdviceInput): Told {
  const found = ways.find(([code]) => code.test(reason))?.[1];
  if (found !== undefined) return found;
  const next = 'Check the network and the base URL, then try again.';
  if (kind === 'timeout')
    return {
      title: unsent ? 'The connection timed out.' : 'The service took too long to answer.',
      next,
    };
  return { title: 'The service does not answer.', next };
}
