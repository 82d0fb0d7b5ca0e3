import { describeSource, overridingSources } from '../platform/credentials/sources.ts';
import type { CommandContext } from './cli/context.ts';

/**
 * Says so when later runs will not use the profile that was just saved or chosen, or not its key: a variable of the
 * environment wins over it.
 */
export function warnOfOverride({ io, composition }: CommandContext, name: string, key: string): void {
  const { env } = composition;
  const [winner] = overridingSources({}, env);
  if (winner !== undefined)
    io.say(`${describeSource(winner)} is set and wins over ${key}. Unset it to use this one.`);
  const named = env.RIGDECK_PROFILE || name;
  if (named !== name)
    io.say(`RIGDECK_PROFILE is set to ${named} and wins over profile ${name}. Unset it to use this one.`);
}
