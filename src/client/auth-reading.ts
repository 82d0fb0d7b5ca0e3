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
  // What a call printed is fetched without any key.
  if (error.kind !== 'http' || error.after !== undefined) return undefined;
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

/** The session key that a call was sent with opens nothing any more. A 403 is about what it may do, not about it. */
export function endsSession(error: ApiError): boolean {
  const reading = readAuth(error);
  return reading !== undefined && reading !== 'under-scoped';
}
