/** Every number that a service may send, out of all bounds: for the client, and for each command that reads. */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { FetchLike } from '../../src/client/transport.ts';
import { exitCodes } from '../../src/commands/cli/exit-codes.ts';
import { calls } from '../client/calls.ts';
import { hurriedClock, key } from '../client/make.ts';
import { tfaWorld } from '../commands/tfa-world.ts';
import { extremeNumbers, withExtremes } from './hostile.ts';
import { sandboxReplies } from './sandbox-replies.ts';

const realReplies = await sandboxReplies();
const names = Object.keys(endpoints) as EndpointName[];
const rounds = extremeNumbers.map((_, round) => round);

/** What is handed on as it came, and ids, which may be as great as can be told apart. */
const other =
  /\.(rate|quantity|min_of_the_hour)$|\.(search_query|permissions)\.|^\$(\.rows)?\.\d+\.instances\.\d+$/;

/** Numbers in a reply that no service means: nobody can reckon with them. */
function beyond(value: unknown, path = '$'): string[] {
  if (typeof value === 'number')
    return other.test(path) || (Math.abs(value) <= 1e14 && !Object.is(value, -0))
      ? []
      : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => beyond(one, `${path}.${name}`));
}

describe('a number out of all bounds', () => {
  it.each(names)('is none to the client: %s', async (name) => {
    const replies = [calls[name].answers, ...(realReplies.get(name) ?? [])].map(
      (body) => JSON.parse(body) as unknown,
    );
    for (const reply of replies)
      for (const round of rounds) {
        const client = createClient({
          baseUrl: 'https://api.example.com',
          bearer: () => key,
          transport: async () => new Response(JSON.stringify(withExtremes(reply, round))),
          clock: hurriedClock(),
          random: () => 0.5,
          userAgent: 'rigdeck/test',
        });
        const end = await calls[name].call(client).catch((error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        });
        expect(beyond(end)).toEqual([]);
      }
  });

  it.each(
    [
      ['status'],
      ['cost'],
      ['instances'],
      ['offers'],
      ['volumes'],
      ['templates'],
      ['keys'],
      ['ssh-keys'],
      ['groups'],
      ['ssh-config'],
      ['2fa', 'status'],
      ['auth', 'status'],
      ['destroy', 'ID', '--yes'],
      ['logs', 'ID'],
      ['rent', 'OFFER', '--image', 'a/b:1', '--max-price', '9', '--yes'],
    ].map((words) => [words] as const),
  )('ends no command with a bug, and none of it is told: %j', { timeout: 120_000 }, async (words) => {
    const world = tfaWorld();
    await world.addTotp();
    const offers = await world.offers();
    const id = await world.rent();
    world.boot();
    for (const round of rounds) {
      const transport: FetchLike = async (url, init) => {
        const response = await world.service(url, init);
        const text = await response.text();
        if (!response.ok || text === '') return new Response(text, { status: response.status });
        return new Response(JSON.stringify(withExtremes(JSON.parse(text), round)), {
          status: response.status,
        });
      };
      const argv = words.map((word) =>
        word === 'ID' ? `${id}` : word === 'OFFER' ? `${offers[0]?.id}` : word,
      );
      const interrupt = new AbortController();
      const running = world.run(argv, { transport, columns: 200, signal: interrupt.signal });
      const ran = await Promise.race([running, settled(world, interrupt).then(() => running)]);
      expect(
        Object.values(exitCodes).filter((code) => code !== exitCodes.bug),
        ran.err,
      ).toContain(ran.exit);
      expect(`${ran.out}${ran.err}`).not.toMatch(/a bug:|NaN|Infinity|(?<![\da-f])\d{16}|\de\+\d/);
    }
  });
});

/** Lets what waits for the clock end, and interrupts what still goes on then. */
async function settled(world: ReturnType<typeof tfaWorld>, interrupt: AbortController): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    await new Promise((next) => setImmediate(next));
    if (turn > 50 && turn % 20 === 0) world.clock.expire();
  }
  interrupt.abort();
}
