import type { Verified } from '../../engine/services.ts';

/** How a session began: when (epoch ms, by the service's clock), and what verified it. Absent where it is not known. */
export type SessionBegun = Pick<Verified, 'at' | 'by'>;

/** A session key as it is kept: how it began stands behind it in the same entry, so that neither outlives the other. */
export function keptSessionText(key: string, { at, by }: SessionBegun): string {
  return [key, at !== undefined && `at=${at}`, by !== undefined && `by=${by}`].filter(Boolean).join(' ');
}

const kept = /^(.*?)(?: at=(\d+))?(?: by=(totp|sms|email|backup))?$/s;

/** The reverse of keptSessionText; a key that stands alone is one too. */
export function readKeptSession(text: string): { key: string } & SessionBegun {
  const [, key = text, at, by] = kept.exec(text) ?? [];
  return {
    key,
    ...(at === undefined ? {} : { at: Number(at) }),
    ...(by === undefined ? {} : { by: by as NonNullable<SessionBegun['by']> }),
  };
}
