import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type ClientSettings, createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client-type.ts';
import { ApiError } from '../../src/client/errors.ts';
import { createTransport } from '../../src/client/transport.ts';

export const key = 'key-0123456789abcdef';

/** A clock that never makes anybody wait: a sleep passes its time at once, a deadline never comes. */
export function hurriedClock(): Clock {
  let now = 1_700_000_000_000;
  return {
    now: () => now,
    sleep: (ms, signal) =>
      ms >= 10_000
        ? systemClock.sleep(ms, signal)
        : Promise.resolve().then(() => {
            now += ms;
          }),
  };
}

export async function makeClient(settings: Partial<ClientSettings> = {}): Promise<Client> {
  return createClient({
    baseUrl: 'http://127.0.0.1:9',
    bearer: () => key,
    transport: settings.transport ?? (await createTransport({})),
    clock: hurriedClock(),
    random: () => 0.5,
    userAgent: 'rigdeck/test',
    ...settings,
  });
}

/** The ApiError that a call ends with. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ApiError) return thrown;
  throw new Error(`an ApiError was due, and not ${thrown === undefined ? 'success' : String(thrown)}`);
}
