import { span } from '../../base/format-time.ts';
import { proofNames } from '../../engine/two-factor/tfa-methods.ts';
import { homeNames } from '../../platform/credentials/sources.ts';
import type { Account } from '../cli/context.ts';

/**
 * What is told of a session in JSON: null when the API key is used. `since` in epoch seconds and `verified_by` are null
 * when not known.
 */
export function sessionFields({ session }: Account) {
  const known = session.inUse();
  if (known === undefined) return null;
  const { at, by, home } = known;
  return { since: at === undefined ? null : Math.floor(at / 1000), verified_by: by ?? null, kept: home };
}

/** The same in words; `now` (epoch ms) by the service's clock, as the beginning of a session is. */
export function sessionText({ session }: Account, now: number): string {
  const known = session.inUse();
  if (known === undefined) return 'none: calls go out with the API key';
  const { at, by, home } = known;
  const how = by === undefined ? '' : ` with ${proofNames[by]}`;
  const age = at === undefined ? '' : ` ${span(Math.max(0, now - at))} ago`;
  const begun = how + age === '' ? '' : `, verified${how}${age}`;
  return `in use${begun}, kept in ${homeNames[home]}`;
}
