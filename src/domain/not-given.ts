import { type AdviceInput, advise } from './error-advice.ts';

/**
 * Whether a refused read of what interface.md does not show means that this service, or this key, has no such thing: a
 * 403, 404 or 405 that is neither about a refused key nor about a two-factor login.
 */
export function isNotGiven(error: AdviceInput): boolean {
  if (error.kind !== 'http' || ![403, 404, 405].includes(error.status ?? 0)) return false;
  const { place } = advise(error);
  return place !== 'sign-in' && place !== 'two-factor';
}
