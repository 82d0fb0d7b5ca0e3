import type { Clock } from '../base/clock.ts';
import {
  bodyLimitBytes,
  errorLimitBytes,
  parseBody,
  readErrorBody,
  readErrorText,
  readJson,
  readText,
} from './body.ts';
import { ended, withDeadline } from './deadline.ts';
import type { Endpoint, EndpointRow, Sent } from './endpoint-row.ts';
import {
  ApiError,
  type ApiErrorFields,
  type ApiErrorKind,
  errorCodes,
  foreign,
  saysSessionOver,
} from './errors.ts';
import { id, isRecord } from './fields.ts';
import { comparedWith, type LastReplies } from './last-replies.ts';
import type { KnownService } from './rate-limiter.ts';
import { redact, secretsOf } from './redact.ts';
import { longestWaitMs, outagePause, readRetryAfter, retryBudgetMs, retryWait } from './retry.ts';
import { sanitizeText } from './sanitize.ts';
import { type FetchLike, heardBy, type OnItsWay, type Reply } from './transport.ts';

/** One attempt, for a log or a debug view. Never a body, a header or a query. */
export type TraceEvent = {
  /** Epoch ms of the end. */
  at: number;
  /** The name of its row, or `readResult`. */
  endpoint: string;
  method: string;
  path: string;
  /** Counts from 1. */
  attempt: number;
  ms: number;
  status?: number;
  /** The kind of error it ended with; absent when it went well. */
  kind?: ApiErrorKind;
};

/** What one attempt carried, secrets included: for whoever masks it before it is shown or kept. */
export type TraceBodies = {
  /** Behind the path, with its question mark; empty when there is none. */
  query: string;
  sent?: unknown;
  /** The body of the answer, parsed; absent when none came or it is no JSON. */
  got?: unknown;
};

export type CallSettings = {
  baseUrl: string;
  bearer: (call: string) => string | undefined;
  transport: FetchLike;
  clock: Clock;
  random: () => number;
  readOnly: () => boolean;
  userAgent: string;
  trace: (event: TraceEvent, bodies?: TraceBodies) => void;
  known: KnownService;
  last: LastReplies;
  /** Whether a Bearer is the session key of a two-factor login, and not an API key. */
  isSession: (bearer: string) => boolean;
  /** Hears each refusal of the service, with the Bearer that was refused. */
  heardRefusal: (error: ApiError, bearer: string) => void;
};

type Request = {
  /** The name of the row. */
  name: string;
  row: Endpoint;
  sent: Sent;
  signal?: AbortSignal | undefined;
  once?: boolean;
};

/** Sends one call, again where its row allows, and answers its decoded reply. Throws nothing but ApiError. */
export async function call(settings: CallSettings, request: Request): Promise<unknown> {
  const { clock, random, trace } = settings;
  const { name, row, sent } = request;
  const ids = { id: sent.id, key: sent.key };
  const path = row.path.replace(/:(id|key)\b/g, (part, which: 'id' | 'key') => String(ids[which] ?? part));
  const key = settings.bearer(name);
  const secrets = secretsOf(key, sent.body);
  const fail: Fail = ({ code, msg, ...fields }) =>
    new ApiError({
      endpoint: name,
      method: row.method,
      path,
      needs: row.needs,
      write: row.write,
      ...fields,
      ...whoseFault(settings, key, sent.body, { endpoint: name, ...fields, code, msg }),
      ...(code === undefined ? {} : { code: redact(code, secrets) }),
      ...(msg === undefined ? {} : { msg: redact(msg, secrets) }),
    });

  if (settings.readOnly() && row.write) throw fail({ kind: 'refused', reason: 'read-only' });
  // `DELETE /instances/` without an id would name every instance.
  for (const given of Object.values(ids)) {
    if (given !== undefined && !(Number.isSafeInteger(given) && given >= 0))
      throw fail({ kind: 'refused', reason: 'bad-id' });
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw fail({ kind: 'refused', reason: 'unusable-key' });

  let start: number | undefined;
  for (let attempt = 1; ; attempt++) {
    await throttle(settings, row, key ?? '', request.signal, fail);
    const began = clock.now();
    start ??= began;
    const left = row.retry === 'safe' ? retryBudgetMs - (began - start) : row.timeoutMs;
    const seen: Seen = {};
    const way: OnItsWay = { heard: () => {} };
    const done = (kind?: ApiErrorKind) => {
      const { status, got } = seen;
      const event = { at: clock.now(), endpoint: name, method: row.method, path, attempt };
      trace(
        {
          ...event,
          ms: event.at - began,
          ...(status === undefined ? {} : { status }),
          ...(kind === undefined ? {} : { kind }),
        },
        {
          query: queryOf(row, sent.query),
          ...(sent.body === undefined ? {} : { sent: sent.body }),
          ...(got === undefined ? {} : { got }),
        },
      );
    };
    try {
      const reply = await withDeadline(
        clock,
        Math.min(row.timeoutMs, left),
        request.signal,
        (signal, heard) =>
          attemptOnce(settings, request, path, key, signal, seen, Object.assign(way, { heard }), fail),
      );
      done();
      return reply;
    } catch (thrown) {
      const error = asApiError(thrown, way.isSent === false ? unsent(fail) : fail);
      done(error.kind);
      if (error.kind === 'http' && key !== undefined) settings.heardRefusal(error, key);
      const wait = request.once === true ? null : retryWait(row, error, attempt, random);
      if (wait === null || clock.now() - start + wait >= retryBudgetMs) throw error;
      await clock.sleep(wait, request.signal).catch(() => {
        throw fail({ kind: 'aborted' });
      });
    }
  }
}

/**
 * Waits until a call of `who` (the Bearer, empty without one) may go out. A short pause, after a refusal that asked for
 * one, is sat out here; a long one belongs to the caller, who can show it: then the call fails at once, with how long is
 * left, and nothing is sent.
 */
async function throttle(
  { known: { limiter }, clock }: CallSettings,
  row: EndpointRow,
  who: string,
  signal: AbortSignal | undefined,
  fail: Fail,
): Promise<void> {
  const held = () => limiter.heldMs(row, who);
  try {
    for (;;) {
      const pause = held();
      if (pause > longestWaitMs) break;
      if (pause > 0) await clock.sleep(pause, signal);
      else {
        await limiter.turn(row, signal);
        if (held() === 0) return;
      }
    }
  } catch {
    throw fail({ kind: 'aborted', reason: 'not-sent' });
  }
  throw fail({ kind: 'http', status: 429, reason: 'paused', waitMs: held() });
}

/** Of a connection that never stood. */
const unsent =
  (fail: Fail): Fail =>
  (fields) =>
    fail({ ...fields, unsent: true, ...(fields.kind === 'aborted' ? { reason: 'not-sent' } : {}) });

/** What is known of an answer by the time its attempt has ended, whichever way. */
type Seen = { status?: number; got?: unknown };

/** The reason of a refusal that follows from what the call carried: a second key, or the key of a session. */
function whoseFault(
  { isSession }: CallSettings,
  bearer: string | undefined,
  body: unknown,
  error: Parameters<typeof saysSessionOver>[0] & Pick<ApiErrorFields, 'kind' | 'reason'>,
): Pick<ApiErrorFields, 'reason'> {
  const { kind, reason, status, code } = error;
  if (kind !== 'http') return {};
  if (!foreign.has(reason) && isAboutTwoKeys(body, status, code)) return { reason: 'two-keys' };
  if (bearer === undefined || !isSession(bearer) || !saysSessionOver(error)) return {};
  return { reason: 'session-over' };
}

/** A cloud copy can carry a second key (interface.md, Authentication 7), and a refusal does not say which one it means. */
function isAboutTwoKeys(body: unknown, status: number | undefined, code: string | undefined): boolean {
  if (!isRecord(body) || typeof body.api_key !== 'string') return false;
  return status === 401 || status === 403 || (status === 404 && code === 'auth_error');
}

/** Makes the error of one call. */
export type Fail = (fields: Omit<ApiErrorFields, 'endpoint' | 'method' | 'path'>) => ApiError;

async function attemptOnce(
  settings: CallSettings,
  { row, sent }: Request,
  path: string,
  key: string | undefined,
  signal: AbortSignal,
  seen: Seen,
  way: OnItsWay,
  fail: Fail,
): Promise<unknown> {
  const sentAt = settings.clock.now();
  const answer = await settings.transport(settings.baseUrl + path + queryOf(row, sent.query), {
    method: row.method,
    headers: {
      Accept: 'application/json',
      'User-Agent': settings.userAgent,
      // Exactly this value: some services take a charset suffix for another type.
      ...(sent.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    redirect: 'manual',
    signal,
    way,
  });
  const response = heardBy(answer, way);
  seen.status = response.status;
  const date = response.headers.get('date');
  if (date !== null) settings.known.offset.hear(date, sentAt, settings.clock.now());
  if (!response.ok) throw await refusal(response, settings, row, key ?? '', seen, fail);

  const { status } = response;
  const question = questionOf(row, path, sent);
  const last = settings.last.of(question);
  const compared = comparedWith(last?.bytes);
  const parsed = await readJson(response, bodyLimitBytes, compared);
  if (parsed === 'same') {
    seen.got = last?.body;
    return last?.reply;
  }
  if (!parsed.ok) throw fail({ kind: 'shape', status, reason: parsed.reason });
  seen.got = parsed.body;
  const said = readErrorBody(parsed.body);
  const reply = isRefusal(parsed.body) ? undefined : await row.reply(parsed.body, sent.id, response.headers);
  if (reply !== undefined) {
    settings.last.keep(question, { bytes: compared.whole(), body: parsed.body, reply });
    return reply;
  }
  // Some services say no with a 200. Where the body names an error it is one; anything else is not understood.
  const refused = isRefusal(parsed.body) || said.code !== undefined;
  throw refused ? fail({ kind: 'http', status, ...said }) : fail({ kind: 'shape', status, reason: 'fields' });
}

/** A read with all that it carries; undefined for a write, of whose answers no two are one. */
const questionOf = (row: EndpointRow, path: string, { query, body }: Sent): string | undefined =>
  row.retry === 'safe' ? JSON.stringify([row.method, path, query, body]) : undefined;

function queryOf(row: EndpointRow, own: Record<string, string> = {}): string {
  const query = [row.query, new URLSearchParams(own).toString()].filter(Boolean).join('&');
  return query === '' ? '' : `?${query}`;
}

/** `success: false`; but a reply that also names a new instance contradicts itself and is no clear refusal. */
function isRefusal(body: unknown): boolean {
  return isRecord(body) && body.success === false && id(body.new_contract) === undefined;
}

async function refusal(
  response: Reply,
  settings: CallSettings,
  row: EndpointRow,
  who: string,
  seen: Seen,
  fail: Fail,
): Promise<ApiError> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    response.body?.cancel().catch(() => {});
    const msg = movedTo(headers.get('location'), settings.baseUrl);
    return fail({ kind: 'http', status, reason: 'moved', msg });
  }
  const after = readRetryAfter(headers.get('retry-after'), headers.get('date'), settings.clock.now());
  // The status is known; a body that breaks off takes nothing away from it.
  const raw = await readText(response, errorLimitBytes).catch(() => undefined);
  const said = readErrorText(raw ?? '');
  const parsed = parseBody(raw ?? '');
  if (parsed.ok) seen.got = parsed.body;
  // A 429 that interface.md has a code for is about codes and phone numbers, not about the pace of calls.
  const paced = status === 429 && !errorCodes.some((code) => code === said.code);
  const asked = paced ? after : outagePause(row, status, after);
  return fail({
    kind: 'http',
    status,
    ...said,
    ...(after === undefined ? {} : { retryAfterMs: after }),
    ...(paced || asked !== undefined ? { waitMs: settings.known.limiter.refused(row, who, asked) } : {}),
  });
}

/** A redirect is not followed, as it would carry the key along. Only the origin is named: the rest may be secret. */
function movedTo(location: string | null, baseUrl: string): string {
  const target =
    location === null || !URL.canParse(location, baseUrl) ? undefined : new URL(location, baseUrl);
  return target === undefined
    ? 'The service sends elsewhere. Check the base URL.'
    : sanitizeText(`The service sends elsewhere, to ${target.origin}. Check the base URL.`);
}

/** Whatever was thrown on the way, as the one error that callers know. */
export function asApiError(thrown: unknown, fail: Fail): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown === ended.timeout) return fail({ kind: 'timeout' });
  if (thrown === ended.aborted) return fail({ kind: 'aborted' });
  // Nothing of the original's text is kept: it can hold headers and addresses.
  const reason = systemCode(thrown);
  return fail({ kind: 'network', ...(reason === undefined ? {} : { reason }) });
}

/** The system's short code somewhere down the causes, as `ECONNREFUSED` or `SELF_SIGNED_CERT_IN_CHAIN`. */
function systemCode(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; depth < 5 && isRecord(error); depth++) {
    if (typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{2,48}$/.test(error.code)) return error.code;
    error = Array.isArray(error.errors) && error.cause === undefined ? error.errors[0] : error.cause;
  }
  return undefined;
}
