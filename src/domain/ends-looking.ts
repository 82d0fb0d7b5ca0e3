import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';
import { isServicesWord } from './write-advice.ts';

/** Statuses by which the service says that asking again changes nothing. */
const lasting = new Set([400, 404, 422]);

/**
 * Whether a look that failed ends a command that looks again and again, as `wait`. Only the service's own word does, and
 * only about the key or what was asked for: one odd answer, of a gateway or its own, must not leave a machine unwatched.
 */
export function endsLooking(error: AdviceInput): boolean {
  if (error.kind === 'refused' || error.kind === 'aborted') return true;
  if (error.after !== undefined || !isServicesWord(error)) return false;
  return keyAdvice(error) !== undefined || lasting.has(error.status ?? 0);
}
