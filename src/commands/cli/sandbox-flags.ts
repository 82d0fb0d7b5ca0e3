import { type Command, Option } from 'commander';
import { failure } from './failure.ts';
import { readPositive, readWhole } from './numbers.ts';

/** What the world of a sandbox is made of, wherever it runs. */
export type WorldOptions = {
  seed?: number;
  offers?: number;
  world?: 'fresh' | 'busy';
  lively?: boolean;
  rateLimits?: boolean;
};

export type SandboxServerOptions = WorldOptions & {
  port?: number;
  speed?: number;
  state?: string;
};

/** Flags as they were typed, by the names that commander gives them. */
export type Typed<Options> = { [K in keyof Options]?: unknown };

/** Serves until the person or a signal ends it; answers the exit code. Handed in, as commands know no server. */
export type RunSandbox = (options: SandboxServerOptions) => Promise<number>;

/** The largest market that the sandbox makes (its assumption `mostOffers`). */
export const mostOffers = 100_000;
const mostPort = 65_535;

/** What stands in help beside flags of the sandbox that are everybody's. */
export const worldGroup = 'With --sandbox:';

/** The flags of the world, of the server and of `--sandbox`. */
export function addWorldFlags(command: Command): Command {
  const flags = [
    new Option('--seed <n>', 'Seed of the sandbox (same seed, same offers)'),
    new Option('--offers <n>', `Number of offers (max ${mostOffers})`),
    new Option('--world <which>', 'Start fresh (empty) or busy (instances in every state)').choices([
      'fresh',
      'busy',
    ]),
    new Option('--lively', 'Let boots fail, bids lose and offers be taken'),
    new Option('--rate-limits', 'Answer 429 to requests that come too fast'),
  ];
  for (const flag of flags) command.addOption(flag);
  return command;
}

export function addSandboxFlags(command: Command): Command {
  command
    .optionsGroup('Sandbox:')
    .option('--port <n>', 'Port on 127.0.0.1 (default: a free one)')
    .option('--speed <x>', 'Clock speed (default 1; at 60, a boot takes seconds)')
    .option('--state <file>', 'Keep the state in a file across restarts');
  return addWorldFlags(command);
}

/** The world as typed, with its numbers read; undefined where nothing is. Only a sandbox has one. */
export function worldOptions(typed: Typed<WorldOptions>, sandbox: boolean): WorldOptions | undefined {
  const { seed, offers, world, lively, rateLimits } = typed;
  const options: WorldOptions = {
    ...(seed !== undefined && { seed: readWhole(String(seed), '--seed', 0) }),
    ...(offers !== undefined && { offers: readWhole(String(offers), '--offers', 1, mostOffers) }),
    ...((world === 'fresh' || world === 'busy') && { world }),
    ...(lively === true && { lively }),
    ...(rateLimits === true && { rateLimits }),
  };
  const [first] = Object.keys(options);
  if (first === undefined) return undefined;
  if (sandbox) return options;
  const flag = first === 'rateLimits' ? '--rate-limits' : `--${first}`;
  throw failure(
    'usage',
    'needs_sandbox',
    `${flag} works only with --sandbox`,
    'add --sandbox, or serve one with: rigdeck sandbox',
  );
}

/** The server's own flags as typed, with their numbers read. */
export function sandboxOptions({ port, speed, state }: Typed<SandboxServerOptions>): SandboxServerOptions {
  return {
    ...(port !== undefined && { port: readWhole(String(port), '--port', 0, mostPort) }),
    ...(speed !== undefined && { speed: readPositive(String(speed), '--speed') }),
    ...(state !== undefined && { state: String(state) }),
  };
}
