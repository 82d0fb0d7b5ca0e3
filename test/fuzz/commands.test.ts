import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FetchLike } from '../../src/client/transport.ts';
import { runnable } from '../../src/commands/cli/command-tree.ts';
import type { ProgramPorts } from '../../src/commands/cli/context.ts';
import { exitCodes } from '../../src/commands/cli/exit-codes.ts';
import { buildProgram } from '../../src/commands/command-list.ts';
import { jsonRuns } from '../commands/json-runs.ts';
import { tfaWorld } from '../commands/tfa-world.ts';
import type { Ran, RunOptions } from '../commands/world.ts';
import { patience, tried } from './budget.ts';
import { harmIn, hostileText, mutated } from './hostile.ts';

const program = buildProgram(
  { io: { out: () => {}, columns: 100 }, version: '' } as unknown as ProgramPorts,
  () => async () => {},
);
const words = [...new Set(runnable(program).flatMap(({ words }) => words))];
const flags = [
  ...new Set(
    [program, ...runnable(program).map(({ command }) => command)].flatMap(({ options }) =>
      options.map(({ long }) => long ?? ''),
    ),
  ),
].filter((flag) => flag !== '');
const documented: readonly number[] = Object.values(exitCodes).filter((code) => code !== exitCodes.bug);

type World = ReturnType<typeof tfaWorld>;

/** Runs a command line to its end: a wait that only the clock ends is over soon, and what watches is interrupted. */
async function run(world: World, argv: readonly string[], options: RunOptions): Promise<Ran> {
  const interrupt = new AbortController();
  let prints = 0;
  let over = false;
  const readers = () => {
    prints += 1;
    return prints < 4;
  };
  const ran = world.run(argv, { signal: interrupt.signal, readers, ...options }).finally(() => {
    over = true;
  });
  for (let turns = 0; !over; turns += 1) {
    // Most are over after some turns; a disk that is busy needs time of the clock.
    await new Promise((next) => (turns < 2000 ? setImmediate(next) : setTimeout(next, 5)));
    if (turns > 50 && turns % 20 === 0) world.clock.expire();
    if (turns === 400) interrupt.abort();
    if (turns > 8000) throw new Error(`it does not end: ${JSON.stringify(argv)}`);
  }
  return ran;
}

/** What holds of every command line, whatever it was given and answered. */
function isDesigned(ran: Ran, argv: readonly string[]): void {
  // What ssh ends with is handed through.
  if (ran.ssh.length === 0) expect(documented, `${JSON.stringify(argv)}\n${ran.err}`).toContain(ran.exit);
  expect(`${ran.out}${ran.err}`).not.toMatch(/\n\s+at .*[:(]\d+|a bug:|\bundefined\b|\[object /);
}

/** A world with a machine, a method of two-factor and a key for ssh, which command lines may do with as they please. */
async function worldOf(): Promise<{ world: World; lines: (readonly string[])[] }> {
  const world = tfaWorld();
  const lines: (readonly string[])[] = [];
  for (const [name, [make]] of Object.entries(jsonRuns)) {
    // These two need a world of their own.
    if (/^(login|logout|profiles|2fa|auth|demo)/.test(name) || make === undefined) continue;
    lines.push((await make(world)).argv);
  }
  return { world, lines };
}

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(...flags) },
  hostileText,
  fc.constantFrom(
    '1',
    '-1',
    '0',
    '99999999999999999999',
    '--',
    '-',
    '-h',
    '--help',
    '--json=',
    '--json=id',
    '-vvv',
    '--yes',
  ),
);

describe('any command line', () => {
  it(
    'ends with a code of the table and without a trace',
    async () => {
      const { world, lines } = await worldOf();
      const change = fc.record({ at: fc.nat({ max: 12 }), how: fc.nat({ max: 3 }), word });
      const line = fc.oneof(
        fc.array(word, { maxLength: 6 }),
        fc
          .tuple(fc.constantFrom(...lines), fc.array(change, { minLength: 1, maxLength: 4 }))
          .map(([argv, changes]) =>
            changes.reduce((now: readonly string[], { at, how, word }) => {
              const place = at % (now.length + 1);
              if (how === 0) return now.toSpliced(place, 1);
              return how === 1 ? now.toSpliced(place, 1, word) : now.toSpliced(place, 0, word);
            }, argv),
          ),
      );
      await tried(
        'commands: any command line',
        [line, fc.boolean(), hostileText],
        async (argv, asks, answer) => {
          const ran = await run(
            world,
            argv,
            asks ? { columns: 80, answers: [answer, answer, answer] } : { stdin: answer },
          );
          isDesigned(ran, argv);
        },
      );
    },
    patience,
  );

  it(
    'nor does it, whatever the service answers',
    async () => {
      const { world } = await worldOf();
      const lists = [
        '',
        'status',
        'offers',
        'instances',
        'cost',
        'volumes',
        'templates',
        'connections',
        'keys',
        'ssh-keys',
        'groups',
        'ssh-config',
        'unsettled',
        '2fa status',
      ];
      const seed = fc.record({ nth: fc.nat({ max: 30 }), json: fc.boolean() });
      await tried(
        'commands: any answer',
        [
          fc.constantFrom(...lists),
          seed,
          fc.infiniteStream(fc.nat({ max: 2 ** 31 })),
          fc.constantFrom(40, 80, 200),
        ],
        async (name, { json }, chance, columns) => {
          const transport: FetchLike = async (url, init) => {
            const response = await world.service(url, init);
            const text = await response.text();
            if (!response.ok || text === '') return new Response(text, { status: response.status });
            const [value] = fc.sample(mutated(JSON.parse(text)), {
              numRuns: 1,
              seed: chance.next().value as number,
            });
            return new Response(JSON.stringify(value) ?? '', { status: response.status });
          };
          const argv = [...name.split(' ').filter(Boolean), ...(json ? ['--json'] : [])];
          const ran = await run(world, argv, { transport, ...(json ? {} : { columns }) });
          isDesigned(ran, argv);
          for (const line of ran.out.split('\n')) if (!json) expect(harmIn(line)).toBeUndefined();
          if (json) expect(harmIn(JSON.parse(ran.out))).toBeUndefined();
        },
      );
    },
    patience,
  );
});
