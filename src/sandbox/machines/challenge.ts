import type { ErrorCode } from '../../client/errors.ts';
import type { Challenge } from '../entities.ts';

/** Codes that were sent (interface.md, Limits): each is good for ten minutes, and once. Moments are ms. */
const validMs = 10 * 60_000;

export const hasExpired = (challenge: { createdAt: number }, now: number): boolean =>
  now - challenge.createdAt >= validMs;

export const isLive = (challenge: Challenge, now: number): boolean =>
  challenge.usedAt === undefined && !hasExpired(challenge, now);

/** The text that counts: there is never more than one that is live. */
export const liveText = (challenges: readonly Challenge[], now: number): Challenge | undefined =>
  challenges.find((one) => one.channel === 'sms' && isLive(one, now));

/** Adds a code that was sent. It takes the place of an earlier one under the same secret and channel. */
export const issued = (challenges: readonly Challenge[], challenge: Challenge): Challenge[] => [
  ...challenges.filter((one) => one.secret !== challenge.secret || one.channel !== challenge.channel),
  challenge,
];

/** Puts a changed challenge in the place of `before`. */
export const exchanged = (
  challenges: readonly Challenge[],
  before: Challenge,
  after: Challenge,
): Challenge[] => challenges.map((one) => (one === before ? after : one));

/**
 * The live challenge that a secret names on a channel, or why there is none: `2fa_expired`; `no_challenge_found`
 * when the secret is known and no code was sent on this channel; `challenge_not_found` when it names nothing, or
 * a code that was used.
 */
export function findChallenge(
  challenges: readonly Challenge[],
  wanted: { secret: string; channel: Challenge['channel']; known: boolean },
  now: number,
): Challenge | Extract<ErrorCode, '2fa_expired' | 'challenge_not_found' | 'no_challenge_found'> {
  const named = challenges.filter((one) => one.secret === wanted.secret && one.usedAt === undefined);
  const challenge = named.find((one) => one.channel === wanted.channel);
  if (challenge !== undefined) return hasExpired(challenge, now) ? '2fa_expired' : challenge;
  return wanted.known || named.length > 0 ? 'no_challenge_found' : 'challenge_not_found';
}
