import type { Clock } from '../../src/base/clock.ts';
import { createClient } from '../../src/client/client.ts';
import type { EndpointName } from '../../src/client/endpoints.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { calls } from '../client/calls.ts';

/** What the sandbox answers to the reads of an account with machines, keys, charges and groups, as bytes. */
export async function sandboxReplies(): Promise<ReadonlyMap<EndpointName, readonly string[]>> {
  let now = Date.UTC(2026, 10, 27, 12);
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
  };
  const sandbox = createSandbox({ clock, seed: 1, offers: 20, world: 'busy' });
  const replies = new Map<EndpointName, string[]>();
  let name: EndpointName | undefined;
  const client = createClient({
    baseUrl: 'https://api.example.com',
    bearer: () => sandbox.apiKey,
    transport: async (url, init) => {
      const response = await sandbox.fetch(new Request(url, init as RequestInit));
      const text = await response.text();
      if (response.ok && name !== undefined) replies.set(name, [...(replies.get(name) ?? []), text]);
      return new Response(text, { status: response.status });
    },
    clock,
    random: () => 0.5,
    userAgent: 'rigdeck/test',
  });
  for (const read of Object.keys(calls) as EndpointName[]) {
    if (!/^(list|search|get|current|tfaStatus)/.test(read)) continue;
    name = read;
    await calls[read].call(client).catch(() => {});
  }
  return replies;
}
