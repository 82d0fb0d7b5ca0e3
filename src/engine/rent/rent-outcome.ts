import type { AdviceInput } from '../advice.ts';
import { keyAdvice } from '../key-advice.ts';
import { mayHaveActed } from '../write-advice.ts';

/**
 * What a failed rent leaves behind.
 *
 * - `taken`: the offer is gone, nothing was created; the same offer is not asked for again.
 * - `busy`: the machine is there but cannot start at once, nothing was created.
 * - `refused`: nothing was created, for a reason that a person can mend.
 * - `unknown`: nobody can tell whether something was created. It is never sent again by itself.
 */
export type RentOutcome = 'taken' | 'busy' | 'refused' | 'unknown';

/**
 * Judges the error of `PUT /api/v0/asks/<id>/`. interface.md leaves these bodies open and says only that the request
 * fails when the offer is no longer available, or with `cancel_unavail` when it cannot start: status, code and text
 * are judged together.
 */
export function rentOutcome(error: AdviceInput): RentOutcome {
  const { kind, status, code = '', msg = '' } = error;
  // A call that was called off may have arrived all the same, if it went out.
  if (mayHaveActed(error)) return 'unknown';
  if (kind !== 'http' || keyAdvice(error) !== undefined) return 'refused';
  const words = `${code} ${msg}`;
  if (/no_such_ask/.test(words) || status === 404 || status === 410) return 'taken';
  if (status === 409 || /\bbusy\b|cannot start|can't start/i.test(words)) return 'busy';
  return 'refused';
}
