export type BaseUrlReading = { ok: true; url: string } | { ok: false; reason: string };

const loopback = /^(localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * Reads a base URL as a person types or pastes it: spaces around it, a slash at the end and a pasted `/api/v0…`
 * go away. Anything else that would send the key somewhere unexpected is refused with what to do instead. The
 * reason never repeats the input, which may hold a password.
 */
export function cleanBaseUrl(input: string): BaseUrlReading {
  const text = input.trim();
  if (text === '') return refuse('Give the address of the service, as https://console.example.com.');
  if (!/^https?:\/\//i.test(text)) return refuse('Start the address with https://.');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('This is no web address. Write it as https://console.example.com.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Take the user name and password out of the address; the key is asked for on its own.');
  }
  if (url.search !== '' || text.includes('?'))
    return refuse('Take the question mark and what follows it off.');
  if (url.hash !== '' || text.includes('#')) return refuse('Take the # and what follows it off.');
  if (url.protocol !== 'https:' && !loopback.test(url.hostname)) {
    return refuse(
      'Use https://: over http:// the key could be read on the way. Only this machine itself may use http://.',
    );
  }
  const path = url.pathname.replace(/\/api\/v0(\/.*)?$/, '').replace(/\/+$/, '');
  return { ok: true, url: url.origin + path };
}

function refuse(reason: string): BaseUrlReading {
  return { ok: false, reason };
}
