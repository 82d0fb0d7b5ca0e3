import type { PermissionCategory } from './wire.ts';

/** Every error code of interface.md's table (Errors). */
export const errorCodes = [
  'bad_request',
  'auth_error',
  'invalid_tfa_method',
  'missing_auth_value',
  'missing_params',
  'email_not_verified',
  '2fa_expired',
  'challenge_not_found',
  'no_challenge_found',
  'tfa_challenge_exists',
  'authorization_required',
  'no_pending_authorization',
  'invalid_backup_code',
  'untracked_2fa_found',
  'duplicate_tfa_method',
  'twilio_error',
  'preauth_phone_cap',
  'sms_rate_limited',
  'twilio_rate_limited',
  'tfa_locked',
  'service_unavailable',
  'phone_number_mismatch',
  '2fa_login_failed',
  '2fa_verification_failed',
  'team_user_forbidden',
  'missing_email',
  'missing_phone_number',
  'not_found',
  'tfa_method_not_configured',
  'challenge_creation_failed',
  'sms_blocked_number',
  'sms_fraud_detected',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What went wrong with a call, in the one shape that hooks, screens and commands know. */
export type ApiErrorKind =
  /** No answer: refused, reset, no route, TLS. */
  | 'network'
  /** Our own deadline passed. */
  | 'timeout'
  /** The caller gave up. */
  | 'aborted'
  /** The service answered with a status that is no success. */
  | 'http'
  /** The service answered with success and a body that cannot be read. */
  | 'shape'
  /** rigdeck itself refused to send it; `reason` says why. Nothing has left this machine. */
  | 'refused';

/** Finer than the kind, for advice; never from a body. Beside these a network error carries the system's own code. */
export type ApiErrorReason =
  /** refused: `--read-only` is on and the call would change something. */
  | 'read-only'
  /** refused: the key holds characters that no header can carry. */
  | 'unusable-key'
  /** refused: the id is no whole number, so the path would name something else. */
  | 'bad-id'
  /** network: HTTPS_PROXY or one of its kin is set to what is no proxy. */
  | 'BAD_PROXY'
  /** network: no connection came about in time. */
  | 'CONNECT_TIMEOUT'
  /** http: the body held a key too, and nobody can say which of the two was refused. */
  | 'two-keys'
  /** http: the call carried the session key of a two-factor login, and the refusal says that this session is over. */
  | 'session-over'
  /** refused: a `result_url` that leads to no public host (read-result.ts). */
  | 'bad-result-url'
  /** refused: the call was accepted, and its answer has no `result_url`. */
  | 'no-result-url'
  /** http: a refusal of before that asked for a pause still holds; nothing was sent. */
  | 'paused'
  /** aborted: before it was sent. */
  | 'not-sent'
  /** http: the service answered with a redirect, which is never followed with a key in hand. */
  | 'moved'
  /** shape, or http of a refusal: nothing where JSON was due. */
  | 'empty'
  /** shape, http: a web page, as a login portal or a wrong base URL gives. */
  | 'html'
  /** shape, http: neither JSON nor a web page, or JSON that was cut short. */
  | 'not-json'
  /** shape: JSON without what interface.md promises for this call; http: without any word of what is wrong. */
  | 'fields'
  /** shape: more bytes than any honest answer has. */
  | 'too-large';

/** The calls whose outcome is a text behind a `result_url`. */
export type ResultCall = 'requestLogs' | 'executeCommand';

export type ApiErrorFields = {
  kind: ApiErrorKind;
  /** Name of the row in endpoints.ts. */
  endpoint: string;
  method: string;
  /** Path with ids, never with a query or a secret. */
  path: string;
  /** The permission that a scoped key most likely needs for the call. */
  needs?: PermissionCategory;
  /** The call changes, sends or spends something. */
  write?: boolean;
  status?: number;
  /** The body's `error`, as it came, sanitised. */
  code?: string;
  /** The body's `msg` (or `message`, or `detail`), sanitised, at most 300 characters. */
  msg?: string;
  failCount?: number;
  /** Epoch seconds. */
  lockedUntil?: number | null;
  /** From Retry-After, seconds or date. */
  retryAfterMs?: number;
  /**
   * On a 429, and a 503 of a write: when it may be tried again, in ms from then; what Retry-After says, else what this
   * client waits.
   */
  waitMs?: number;
  /** The call that was accepted before this one, of a fetch of what came of it: whatever failed, that one went out. */
  after?: ResultCall;
  /** The connection never stood: nothing of the call can have arrived. */
  unsent?: true;
  /**
   * One of ApiErrorReason, or for `network` the system's code, as `ECONNREFUSED`. With `PROXY_` before it, it is of the way
   * to a proxy; `PROXY_407` is a proxy's own answer.
   */
  reason?: ApiErrorReason | (string & {});
};

/** The only error that the client throws. Its text never holds a body, a header or a secret. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly needs: PermissionCategory | undefined;
  readonly write: boolean | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly msg: string | undefined;
  readonly failCount: number | undefined;
  readonly lockedUntil: number | null | undefined;
  readonly retryAfterMs: number | undefined;
  readonly waitMs: number | undefined;
  readonly after: ResultCall | undefined;
  readonly unsent: true | undefined;
  readonly reason: ApiErrorFields['reason'] | undefined;

  constructor(fields: ApiErrorFields) {
    super(
      `${fields.method} ${fields.path}: ${fields.kind}` +
        (fields.status === undefined ? '' : ` ${fields.status}`) +
        (fields.code === undefined ? '' : ` ${fields.code}`),
    );
    this.kind = fields.kind;
    this.endpoint = fields.endpoint;
    this.method = fields.method;
    this.path = fields.path;
    this.needs = fields.needs;
    this.write = fields.write;
    this.status = fields.status;
    this.code = fields.code;
    this.msg = fields.msg;
    this.failCount = fields.failCount;
    this.lockedUntil = fields.lockedUntil;
    this.retryAfterMs = fields.retryAfterMs;
    this.waitMs = fields.waitMs;
    this.after = fields.after;
    this.unsent = fields.unsent;
    this.reason = fields.reason;
  }
}

export type AuthReading = 'key-refused' | 'under-scoped' | 'two-factor-needed' | 'session-over';

const known = new Set<string>(errorCodes);

const isOwnCode = (code: string | undefined): boolean => code !== undefined && known.has(code);

const saysExpired = /session expired/i;

const wantsTwoFactor = /two factor authentication/i;

type Refusal = {
  endpoint: string;
  status?: number;
  code?: string | undefined;
  msg?: string | undefined;
  reason?: ApiError['reason'];
};

/** Bodies that are no JSON error of the service's own: a proxy or a portal on the way may have written them. */
export const foreign: ReadonlySet<ApiError['reason']> = new Set([
  'html',
  'empty',
  'not-json',
  'fields',
  'moved',
]);

/** A refusal that names what the key lacks; an ended session is refused in words of its own, or in none. */
const namesPermission = /\b(permissions?|scopes?|user_read|user_write)\b/i;

/**
 * Whether a refusal of a call that carried a session key says that the session is over: 401, and on a two-factor call
 * the `auth_error` 403 of interface.md's table, which is an expired session as well as a key that may not.
 */
export function saysSessionOver({ endpoint, status, code, msg = '', reason }: Refusal): boolean {
  if (foreign.has(reason)) return false;
  if (status === 401) return (code === 'auth_error' || !isOwnCode(code)) && !wantsTwoFactor.test(msg);
  if (status === 404) return code === 'auth_error';
  if (status !== 403) return false;
  return (
    saysExpired.test(msg) ||
    (code === 'auth_error' && endpoint.startsWith('tfa') && !namesPermission.test(msg))
  );
}

/**
 * What a refusal says about the key or session that was used, or undefined when it says nothing about them.
 * Status and body are judged together: a bad key is publicly seen as 401 and as 404, each with the code `auth_error`
 * (interface.md, Errors and Authentication 5). A 403 has two readings, a bad key and a narrow one, and since a key
 * was sent the narrow one is the likelier; whoever must know for certain compares several reads. Two cases have
 * nothing but their text to know them by; both texts are the service's own.
 */
export function readAuth(error: ApiError): AuthReading | undefined {
  // What a call printed is fetched without any key.
  if (error.kind !== 'http' || error.after !== undefined) return undefined;
  const { status, code, msg = '' } = error;
  if (status === 401 && wantsTwoFactor.test(msg)) return 'two-factor-needed';
  if (error.reason === 'session-over') return 'session-over';
  if (status === 404 && saysExpired.test(msg) && !foreign.has(error.reason)) return 'session-over';
  if (error.reason === 'two-keys') return undefined;
  if (code === 'auth_error' && (status === 401 || status === 404)) return 'key-refused';
  if (code === 'auth_error' && status === 403) return 'under-scoped';
  // `missing_auth_value`, `team_user_forbidden` and the like are about the step, not about the key.
  if (isOwnCode(code)) return undefined;
  if (status === 401) return 'key-refused';
  if (status === 403) return 'under-scoped';
  return undefined;
}

/** The same of a call that carried a session key: of that only the service's own error tells anything. */
export const readSessionAuth = (error: ApiError): AuthReading | undefined =>
  foreign.has(error.reason) ? undefined : readAuth(error);

/** The session key that a call was sent with opens nothing any more. A 403 is about what it may do, not about it. */
export function endsSession(error: ApiError): boolean {
  const reading = readSessionAuth(error);
  return reading !== undefined && reading !== 'under-scoped';
}
