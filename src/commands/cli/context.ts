import type { Account, Composition } from '../../app/composition.ts';
import type { Client } from '../../client/client-type.ts';
import { tellFaults } from './config-faults.ts';
import { credentialFailure } from './failure.ts';
import type { CommonFlags } from './global-flags.ts';
import type { Io } from './io.ts';

/** What every command is given. */
export type CommandContext = {
  io: Io;
  composition: Composition;
  flags: CommonFlags;
  /** Print JSON instead of text. */
  json: boolean;
  /** Aborts at Ctrl+C, and when the process is asked to end in another way. */
  signal: AbortSignal;
  /** Once a command has asked for it. */
  account?: Account;
};

/** The account to work with; without one the command ends as `not signed in` or `usage`. */
export async function requireAccount(context: CommandContext): Promise<Account> {
  const { composition, io } = context;
  const { config, profiles } = composition;
  tellFaults(io, composition.paths, config.warnings);
  // Profiles that cannot be read look like none at all.
  if (profiles.problem !== undefined) io.say(profiles.problem);
  const account = await composition.account();
  if (!account.ok) throw credentialFailure(account);
  if (account.warning !== undefined) io.say(account.warning);
  if (account.sandbox) io.say('On the embedded sandbox, which lasts for this command only.');
  context.account = account;
  return account;
}

/**
 * Now by the service's clock (epoch ms), as far as its answers have told: its times are compared with nothing else.
 * To be asked after a call.
 */
export function serviceTime({ composition }: CommandContext, api: Client): number {
  return composition.clock.now() + api.clockOffsetMs();
}
