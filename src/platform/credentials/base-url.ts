export type CleanBaseUrl = { ok: true; baseUrl: string } | { ok: false; reason: string };

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::(1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/i;

/**
 * A base URL in the one form that is stored and compared: no trailing slash, no `/api/v0` (which the paths of
 * interface.md bring along), https except on this machine. A host without a scheme is taken as https.
 */
export function cleanBaseUrl(input: string): CleanBaseUrl {
  const text = input.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (text === '') return { ok: false, reason: 'The base URL is empty.' };
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return { ok: false, reason: 'The base URL cannot be read; it looks like https://api.example.com.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'A base URL holds no user name or password.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, reason: 'A base URL has no ? and no #.' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, reason: 'A base URL begins with https://.' };
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return {
      ok: false,
      reason: 'http:// is only for this machine: the key would travel readable. Use https://.',
    };
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v\d+(\/.*)?)?$/, '');
  return { ok: true, baseUrl: url.origin + path };
}
