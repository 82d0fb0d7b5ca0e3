/**
 * The window in which methods may be added (interface.md, 2FA authorization window): thirty minutes from a proof.
 * Kept as the moment of its end, in ms, or null.
 */
const windowMs = 30 * 60_000;

export const windowFrom = (now: number): number => now + windowMs;

export const isWindowOpen = (until: number | null, now: number): boolean => until !== null && now < until;
