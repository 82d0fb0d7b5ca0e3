import { type Advice, type AdviceInput, sentences, serviceSays } from './advice.ts';
import { codeAdvice } from './code-advice.ts';
import { isServicesWord, writeFacts } from './write-advice.ts';

/**
 * Whether a 403 of a call that carried a second key names the permission that the call itself needs: the key in use lacks
 * it then, since the second one is never asked for that.
 */
export function keyInUseLacks({ kind, status, reason, msg, needs }: AdviceInput): boolean {
  if (kind !== 'http' || status !== 403 || reason !== 'two-keys' || needs === undefined) return false;
  return new RegExp(`\\b${needs}\\b`).test(msg ?? '');
}

/**
 * What a refusal says about the key or session, undefined when it says nothing about them. Status and body are
 * judged together, as the client does: a bad key is publicly seen as 401 and 404, and two cases have
 * nothing but their text to know them by.
 */
export function keyAdvice(error: AdviceInput): Advice | undefined {
  const { kind, status, code, msg = '', endpoint, needs } = error;
  if (kind !== 'http') return undefined;
  const refused = writeFacts(error)?.refused;
  const kept = refused === '' ? 'Nothing was changed.' : refused;
  if (status === 401 && /two factor authentication/i.test(msg)) {
    return {
      title: 'The account wants a two-factor login.',
      meaning: sentences('The key is good but not enough for this.', kept),
      // A read is repeated once the session is there, a write never by itself.
      next: `Verify with one of your methods (on Security: verify), ${writeFacts(error) === undefined ? 'and it is read again' : 'then do it again'}.`,
      exitCode: 8,
      place: 'two-factor',
    };
  }
  if (error.reason === 'session-over') return sessionOver(kept);
  if (status === 404 && /session expired/i.test(msg) && isServicesWord(error))
    return sessionOver(sentences('The key itself is still good.', kept));
  const lacks = needs === undefined ? 'a permission' : `the permission ${needs}`;
  if (keyInUseLacks(error)) return narrow(lacks, kept, msg);
  if (error.reason === 'two-keys') {
    return {
      title: 'One of the two keys was not accepted.',
      meaning: sentences('It is the key given for the copy, or the one in use.', kept, serviceSays(msg)),
      next: 'Give another key for the copy, or none, and start it again.',
      exitCode: 1,
      place: 'field',
      field: 'api_key',
    };
  }
  if (code === 'auth_error' && (status === 401 || status === 403 || status === 404)) {
    // A 403 is most likely a key that may read tfa/status and make no other two-factor call.
    if (status !== 403 && endpoint.startsWith('tfa') && endpoint !== 'tfaStatus') {
      return {
        ...codeAdvice.auth_error,
        meaning: sentences(codeAdvice.auth_error.meaning, serviceSays(msg)),
      };
    }
    return status === 403 ? narrow(lacks, kept, msg) : refusedKey(kept, msg);
  }
  if (code === 'missing_auth_value' && status === 401) return codeAdvice.auth_error;
  if (code !== undefined && Object.hasOwn(codeAdvice, code)) return undefined;
  if (status === 401) return refusedKey(kept, msg);
  return status === 403 ? narrow(lacks, kept, msg) : undefined;
}

const sessionOver = (meaning = ''): Advice => ({
  title: 'The two-factor session is over.',
  meaning,
  next: 'Verify again (on Security: verify); you come back to the same screen.',
  exitCode: 8,
  place: 'two-factor',
});

function refusedKey(kept: string | undefined, msg: string): Advice {
  return {
    title: 'The key was not accepted.',
    meaning: sentences('It is mistyped, expired or revoked.', kept, serviceSays(msg)),
    next: 'Sign in with a key that is good.',
    exitCode: 4,
    place: 'sign-in',
  };
}

/** A 403 to a call that carried a key: it may be a bad one, but most likely its permissions are too narrow. */
function narrow(lacks: string, kept: string | undefined, msg: string): Advice {
  return {
    title: 'The key may not do this.',
    meaning: sentences(`It most likely lacks ${lacks}.`, kept),
    // The service's words last: of a message that is too long for its lines the end is cut away.
    next: sentences('Use a key that has it.', serviceSays(msg)),
    exitCode: 4,
    place: 'message',
  };
}
