import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';
import { isServicesWord } from './write-advice.ts';

/**
 * Whether a call that interface.md does not show is one that this service has not: a refusal that is about the path and
 * says nothing of the key. It has to be the service's own word: a web page may be of any gateway on the way to it.
 */
export const notOffered = (error: AdviceInput): boolean =>
  (error.status === 404 || error.status === 405 || error.status === 501) &&
  isServicesWord(error) &&
  keyAdvice(error) === undefined;

/** The same, or this key may not read it: there is no such list for whoever asks. */
export const listRefused = (error: AdviceInput): boolean =>
  notOffered(error) || (error.status === 403 && isServicesWord(error));
