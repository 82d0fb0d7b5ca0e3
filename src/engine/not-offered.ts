import type { CallOptions, Client } from '../client/client-type.ts';
import type { ApiError } from '../client/errors.ts';
import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';
import { isServicesWord } from './write-advice.ts';

/**
 * Whether a call that interface.md does not show is one that this service has not: a refusal that is about the path and
 * says nothing of the key. It has to be the service's own word: a web page may be of any gateway on the way to it.
 */
export const notOffered = (error: AdviceInput): boolean => isOfPath(error) && isServicesWord(error);

const isOfPath = (error: AdviceInput): boolean =>
  (error.status === 404 || error.status === 405 || error.status === 501) && keyAdvice(error) === undefined;

/**
 * The same, of a refusal that is not the service's own word as well, where the service answers another call just then:
 * whatever wrote the page, this address has no such call.
 */
export async function lacksCall(
  api: Pick<Client, 'currentUser'>,
  error: AdviceInput,
  options?: CallOptions,
): Promise<boolean> {
  if (!isOfPath(error) || isServicesWord(error)) return notOffered(error);
  return api.currentUser(options).then(
    () => true,
    // A key that may not read the account is refused in the service's own words.
    (thrown: unknown) => isApiError(thrown) && isServicesWord(thrown),
  );
}

// By name and not by instance: what is asked here may come out of a cache or another bundle chunk.
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError';

/** The same, or this key may not read it: there is no such list for whoever asks. */
export const listRefused = (error: AdviceInput): boolean =>
  notOffered(error) || (error.status === 403 && isServicesWord(error));
