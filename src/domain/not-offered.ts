import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';

/**
 * Whether a call that interface.md does not show is one that this service has not: a refusal that is about the path and
 * says nothing of the key.
 */
export function notOffered(error: AdviceInput): boolean {
  const { kind, status } = error;
  return (
    kind === 'http' && (status === 404 || status === 405 || status === 501) && keyAdvice(error) === undefined
  );
}
