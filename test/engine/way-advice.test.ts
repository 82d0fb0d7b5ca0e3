import { describe, expect, it } from 'vitest';
import { advise } from '../../src/engine/error-advice.ts';

const told = (reason: string | undefined, endpoint = 'currentUser') =>
  advise({ kind: 'network', endpoint, unsent: true, ...(reason === undefined ? {} : { reason }) });

describe('what went wrong on the way to the provider', () => {
  const kinds: [string, string[], RegExp][] = [
    ['a proxy that wants a login', ['PROXY_407'], /proxy.*login.*USER:PASSWORD/],
    ['a proxy that says no', ['PROXY_403', 'PROXY_401'], /proxy does not allow.*NO_PROXY/],
    ['a proxy that cannot go on', ['PROXY_502', 'PROXY_503', 'PROXY_504'], /proxy could not reach/],
    ['a proxy that closes', ['PROXY_ECONNRESET', 'PROXY_FAILED'], /proxy closed.*HTTPS_PROXY/],
    ['a proxy that is not there', ['PROXY_ECONNREFUSED'], /proxy refused.*HTTPS_PROXY/],
    ['a proxy that no name leads to', ['PROXY_ENOTFOUND', 'PROXY_EAI_AGAIN'], /proxy host.*not found/],
    ['a proxy that is none', ['BAD_PROXY'], /proxy address is invalid.*http:\/\//],
    [
      'a self-signed certificate',
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
      /self-signed.*NODE_EXTRA_CA_CERTS/,
    ],
    ['a certificate of another', ['ERR_TLS_CERT_ALTNAME_INVALID'], /another host name/],
    ['a certificate that is too old', ['CERT_HAS_EXPIRED'], /expired.*clock/],
    [
      'a certificate of an unknown issuer',
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
      /not trusted.*NODE_EXTRA_CA_CERTS/,
    ],
    ['an unknown host', ['ENOTFOUND'], /host was not found.*base URL/],
    ['a refused port', ['ECONNREFUSED'], /connection was refused.*port/],
    ['no network', ['ENETUNREACH', 'EHOSTUNREACH'], /no way to the host.*network/],
    ['no connection in time', ['CONNECT_TIMEOUT', 'ETIMEDOUT'], /timed out/],
    ['no TLS', ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'], /TLS.*https:/],
    ['no HTTP', ['HPE_INVALID_CONSTANT'], /not HTTP/],
  ];

  it.each(kinds)('%s is told as what it is, with what to do', (_, reasons, words) => {
    for (const reason of reasons) {
      const { title, next, exitCode } = told(reason);
      expect(`${title} ${next}`, reason).toMatch(words);
      expect(exitCode).toBe(6);
    }
  });

  it('no two of them are told alike, nor like what is not known', () => {
    const titles = [...kinds.map(([, [reason]]) => told(reason).title), told(undefined).title];
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('a write whose connection never stood says what it left as it was, whatever the reason', () => {
    for (const reason of [...kinds.flatMap(([, reasons]) => reasons), 'EWHATEVER', undefined]) {
      const { meaning, exitCode } = told(reason, 'createInstance');
      expect([meaning, exitCode], reason).toEqual(['Nothing was created and nothing is charged.', 6]);
    }
  });

  it('but of one that may have gone out nothing is known', () => {
    for (const reason of ['ECONNREFUSED', 'ECONNRESET', 'EPROTO', undefined])
      expect(
        advise({ kind: 'network', endpoint: 'createInstance', ...(reason === undefined ? {} : { reason }) })
          .exitCode,
      ).toBe(7);
  });
});
