import { readText } from './body.ts';
import { asApiError, type CallSettings, type Fail } from './call.ts';
import { withDeadline } from './deadline.ts';
import { ApiError, type ResultCall } from './errors.ts';
import { sanitizeText } from './sanitize.ts';
import { heardBy, type OnItsWay } from './transport.ts';

/** More than any log that a person reads. */
const limitBytes = 8 * 1024 * 1024;
/** How such services are asked: every 0.3 s, thirty times. */
const everyMs = 300;
const tries = 30;
const timeoutMs = 20_000;

/**
 * Reads the text behind a `result_url` once it is written. It is a capability and no call: no key goes along, no redirect
 * is followed, and the address is in no error and no trace. Throws ApiError only; `timeout` when it was never written.
 */
export async function readResult(
  settings: CallSettings,
  { of, url }: { of: ResultCall; url: string },
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { clock, trace, baseUrl } = settings;
  const place = { endpoint: 'readResult', method: 'GET', path: '(result)' } as const;
  const fail: Fail = (fields) => new ApiError({ ...place, after: of, ...fields });
  if (url === '') throw fail({ kind: 'refused', reason: 'no-result-url' });
  const target = cleanResultUrl(url, baseUrl);
  if (target === undefined) throw fail({ kind: 'refused', reason: 'bad-result-url' });
  const began = clock.now();
  const done = (attempt: number, end: { status?: number; kind?: ApiError['kind'] }) =>
    trace({ at: clock.now(), ...place, attempt, ms: clock.now() - began, ...end });
  for (let attempt = 1; attempt <= tries; attempt++) {
    try {
      const lines = await withDeadline(clock, timeoutMs, signal, (inner, heard) =>
        linesThere(settings, target, inner, { heard }, fail),
      );
      if (lines !== undefined) {
        done(attempt, { status: 200 });
        return lines;
      }
      if (attempt < tries) await clock.sleep(everyMs, signal);
    } catch (thrown) {
      const error = signal?.aborted === true ? fail({ kind: 'aborted' }) : asApiError(thrown, fail);
      done(attempt, { kind: error.kind, ...(error.status === undefined ? {} : { status: error.status }) });
      throw error;
    }
  }
  done(tries, { kind: 'timeout' });
  throw fail({ kind: 'timeout' });
}

/** Undefined while there is nothing: what is not written yet is 404 with some storage providers and 403 with others. */
async function linesThere(
  { transport, userAgent }: CallSettings,
  url: string,
  signal: AbortSignal,
  way: OnItsWay,
  fail: Fail,
): Promise<readonly string[] | undefined> {
  const headers = { Accept: 'text/plain, */*', 'User-Agent': userAgent };
  const asked = { method: 'GET', headers, redirect: 'manual', signal, way } as const;
  const response = heardBy(await transport(url, asked), way);
  const { status } = response;
  if (response.ok) {
    const raw = await readText(response, limitBytes);
    if (raw === undefined) throw fail({ kind: 'shape', status, reason: 'too-large' });
    return resultLines(raw);
  }
  response.body?.cancel().catch(() => {});
  if (status === 403 || status === 404 || status >= 500) return undefined;
  throw fail({ kind: 'http', status, ...(status < 400 ? { reason: 'moved' } : {}) });
}

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

/** Lines that are kept of a text, from its end. */
const mostResultLines = 20_000;
const lineLimit = 4000;

/**
 * A log or the output of a command as lines that are safe to draw. What a carriage return has written over, as a
 * progress bar does a hundred times, is left out as on a terminal. A text of one
 * empty line, as services write for nothing, has no lines.
 */
export function resultLines(raw: string): readonly string[] {
  const lines = raw.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 1 && /^\r*$/.test(lines[0] ?? '')) return [];
  return lines.slice(-mostResultLines).map((line) => {
    const shown = line.replace(/\r+$/, '');
    return sanitizeText(shown.slice(shown.lastIndexOf('\r') + 1).replaceAll('\t', '  '), {
      limit: lineLimit,
    });
  });
}
