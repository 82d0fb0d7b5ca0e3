import { type ApiError, errorCodes } from './errors.ts';

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
