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

/** The flags of the world, of the server and of `--sandbox`; `hidden` keeps them out of a help that is about other things. */
export function addWorldFlags(command: Command, { hidden = false } = {}): Command {
  const flags = [
    new Option('--seed <n>', 'the same world for the same seed'),
    new Option('--offers <n>', `size of the market, up to ${mostOffers}`),
    new Option('--world <which>', 'busy has instances in every state').choices(['fresh', 'busy']),
    new Option('--lively', 'boots fail, bids are lost and offers are taken by themselves'),
    new Option('--rate-limits', 'answer 429 to calls that come too fast'),
  ];
  for (const flag of flags) command.addOption(flag.hideHelp(hidden));
  return command;
}

export function addSandboxFlags(command: Command): Command {
  command
    .optionsGroup('Sandbox:')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one')
    .option('--speed <x>', 'how many times as fast its clock runs')
    .option('--state <file>', 'keep the world in a file, so that it survives a restart');
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
    `${flag} is for a sandbox, and this would ask the real service.`,
    'Add --sandbox, or serve one with: rigdeck sandbox.',
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
