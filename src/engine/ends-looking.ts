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

/** Refusals of a key that was accepted before: since when, and when it is tried again (epoch ms). */
export type KeyRefused = { since: number; tryAt: number };

/** How long a key that was accepted before is tried again, in ms, and how soon for the first time. */
const keyTriedMs = { most: 60_000, first: 5_000 };

/**
 * What one more refusal of the key comes to: tried again at growing distances, or `undefined` where the look ends. One
 * refusal may be a hiccup of the service's, and nobody would watch the machine after it.
 */
export function keyRefusedAgain(before: KeyRefused | undefined, now: number): KeyRefused | undefined {
  const since = before?.since ?? now;
  const lasts = now - since;
  if (lasts >= keyTriedMs.most) return undefined;
  return { since, tryAt: now + Math.max(keyTriedMs.first, lasts) };
}
