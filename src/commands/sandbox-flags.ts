import { type Command, Option } from 'commander';
import { readPositive, readWhole } from './numbers.ts';

export type SandboxServerOptions = {
  port?: number;
  seed?: number;
  offers?: number;
  speed?: number;
  state?: string;
  world?: 'fresh' | 'busy';
  lively?: boolean;
  rateLimits?: boolean;
};

/** Serves until the person or a signal ends it; answers the exit code. Handed in, as commands know no server. */
export type RunSandbox = (options: SandboxServerOptions) => Promise<number>;

/** The largest market that the sandbox makes (its assumption `mostOffers`). */
export const mostOffers = 100_000;
const mostPort = 65_535;

export function addSandboxFlags(command: Command): Command {
  return command
    .optionsGroup('Sandbox:')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one')
    .option('--seed <n>', 'the same world for the same seed')
    .option('--offers <n>', `size of the market, up to ${mostOffers}`)
    .option('--speed <x>', 'how many times as fast its clock runs')
    .option('--state <file>', 'keep the world in a file, so that it survives a restart')
    .addOption(new Option('--world <which>', 'busy has instances in every state').choices(['fresh', 'busy']))
    .option('--lively', 'boots fail, bids are lost and offers are taken by themselves')
    .option('--rate-limits', 'answer 429 to calls that come too fast');
}

/** The flags as typed, with their numbers read. */
export function sandboxOptions(
  typed: { [K in keyof SandboxServerOptions]?: string | boolean },
): SandboxServerOptions {
  const { port, seed, offers, speed, state, world, lively, rateLimits } = typed;
  return {
    ...(port !== undefined && { port: readWhole(String(port), '--port', 0, mostPort) }),
    ...(seed !== undefined && { seed: readWhole(String(seed), '--seed', 0) }),
    ...(offers !== undefined && { offers: readWhole(String(offers), '--offers', 1, mostOffers) }),
    ...(speed !== undefined && { speed: readPositive(String(speed), '--speed') }),
    ...(state !== undefined && { state: String(state) }),
    ...((world === 'fresh' || world === 'busy') && { world }),
    ...(lively === true && { lively }),
    ...(rateLimits === true && { rateLimits }),
  };
}
