import { describe, expect, it } from 'vitest';
import { type FetchLike, makeWorld } from './world.ts';

const answers = [
  [403, '{}'],
  [403, 'Forbidden'],
  [401, ''],
  [401, '{"status":"denied"}'],
] as const;

/** What each sends, and what a command that looks at the list after it finds out about it. */
const writes: [argv: string[], exit: number, said: RegExp][] = [
  [['groups', 'endpoint-create', '--endpoint-name', 'llm'], 0, /endpoint group \d+ is in the list/],
  [['keys', 'create', 'a', '--category', 'misc', '--print'], 1, /key \d+ is in the list/],
  [['stop', 'ID'], 0, /stopped/],
  [['destroy', 'ID', '--yes'], 0, /no longer has instance \d+/],
  [['reboot', 'ID'], 7, /Couldn't confirm the reboot/],
];

describe('a refusal of the key that is not in the words of the service', () => {
  it.each(answers.flatMap(([status, body]) => writes.map((write) => [status, body, ...write] as const)))(
    'by %i %j does not tell that nothing was done: %j',
    async (status, body, argv, exit, said) => {
      const world = makeWorld();
      const id = String(await world.rent());
      world.boot();
      let sent = 0;
      const transport: FetchLike = async (url, init) => {
        const answer = await world.service(url, init);
        if (init.method === 'GET') return answer;
        sent += 1;
        return new Response(body, { status });
      };
      const ran = await world.run(
        argv.map((word) => (word === 'ID' ? id : word)),
        { transport },
      );
      expect([ran.exit, ran.err]).toEqual([exit, expect.stringMatching(said)]);
      expect(ran.err).not.toMatch(/The key|No API key|No endpoint group|Nothing was|was not/);
      expect(sent).toBe(1);
    },
  );
});
