import type { Client } from '../client/client-type.ts';
import type { ApiError } from '../client/errors.ts';
import { type Advice, serviceSays } from './advice.ts';
import { advise } from './error-advice.ts';

/** For how many ms more no call of this name is sent, because the service asked for a pause; 0 when one may be. */
export const heldMs = (api: HeldBy, call: string): number => api?.heldMs(call) ?? 0;
type HeldBy = Pick<Client, 'heldMs'> | undefined;

/**
 * What is said of an error, in the words of the moment; `now` is there where these change with the time. The service's
 * own words come last then: a line that is cut ends with them, and not with how long is left.
 */
export function saidNow(
  api: HeldBy,
  error: ApiError,
  words: (advice: Advice) => string,
): { text: string; now?: () => string } {
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  if (error.waitMs === undefined) return { text: tidy(words(advise(error))) };
  // Whether there were words decides what they mean; the words themselves come last.
  const msg = error.msg === undefined ? undefined : '';
  const now = () => {
    const leftMs = heldMs(api, error.endpoint);
    return tidy(`${words(advise({ ...error, msg }, { leftMs }))} ${serviceSays(error.msg)}`);
  };
  return { text: now(), now };
}
