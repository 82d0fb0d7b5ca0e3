import { type ApiError, errorCodes } from './errors.ts';

export type AuthReading = 'key-refused' | 'under-scoped' | 'two-factor-needed' | 'session-over';

const known = new Set<string>(errorCodes);

/**
 * What a refusal says about the key or session that was used, or undefined when it says nothing about them.
 * Status and body are judged together: a bad key is publicly seen as 401 and as 404, each with the code `auth_error`
 * (interface.md, Errors and Authentication 5). A 403 has two readings, a bad key and a narrow one, and since a key
 * was sent the narrow one is the likelier; whoever must know for certain compares several reads. Two cases have
 * nothing but their text to know them by; both texts are the service's own.
 */
export function readAuth(error: ApiError): AuthReading | undefined {
  if (error.kind !== 'http') return undefined;
  const { status, code, msg = '' } = error;
  if (status === 401 && /two factor authentication/i.test(msg)) return 'two-factor-needed';
  if (status === 404 && /session expired/i.test(msg)) return 'session-over';
  if (error.reason === 'two-keys') return undefined;
  if (code === 'auth_error' && (status === 401 || status === 404)) return 'key-refused';
  if (code === 'auth_error' && status === 403) return 'under-scoped';
  // `missing_auth_value`, `team_user_forbidden` and the like are about the step, not about the key.
  if (code !== undefined && known.has(code)) return undefined;
  if (status === 401) return 'key-refused';
  if (status === 403) return 'under-scoped';
  return undefined;
}

/** The key itself is refused: the person has to give another one. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && readAuth(error) === 'key-refused';
}

/** The session key that a call was sent with opens nothing any more. A 403 is about what it may do, not about it. */
export function endsSession(error: ApiError): boolean {
  const reading = readAuth(error);
  return reading !== undefined && reading !== 'under-scoped';
}

/** The key is good, and a two-factor login (again) stands before the call. */
export function needsTwoFactor(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const reading = readAuth(error);
  return reading === 'two-factor-needed' || reading === 'session-over';
}

/**
 * The service, or this key, has nothing of the kind: how a call that interface.md does not show is refused. A key that
 * is refused as a whole, and a session that is over, are answered alike by some services and are told apart here.
 */
export function isNotOffered(error: unknown): boolean {
  if (!isApiError(error) || error.kind !== 'http' || endsSession(error)) return false;
  return error.status === 403 || error.status === 404 || error.status === 405;
}

// By name and not by instance: what is asked here may come out of a cache or another bundle chunk.
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}
