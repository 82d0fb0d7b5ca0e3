import type { Account } from '../composition.ts';
import { homeNames } from '../credentials/sources.ts';
import { span } from '../domain/format-time.ts';

/** What is told of a session in JSON: null when the API key is used. `since` in epoch seconds, null when not known. */
export function sessionFields({ session }: Account) {
  const known = session.inUse();
  if (known === undefined) return null;
  return { since: known.at === undefined ? null : Math.floor(known.at / 1000), kept: known.home };
}

export function sessionText({ session }: Account, now: number): string {
  const known = session.inUse();
  if (known === undefined) return 'none: calls go out with the API key';
  const age = known.at === undefined ? '' : `, for ${span(now - known.at)}`;
  return `in use${age}, kept in ${homeNames[known.home]}`;
}
