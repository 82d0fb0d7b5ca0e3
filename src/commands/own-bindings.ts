import type { ConfigRead } from '../platform/config/config.ts';
import type { OwnBindings } from './cli/context.ts';

/** The keys of config.toml as the deck takes them. It loads the screens of the deck where there is anything to hold against them. */
export type OwnBindingsOf = (config: ConfigRead) => Promise<OwnBindings>;

/** What is wrong in config.toml, what its keys collide with included, in the order of its lines. */
export async function configFaults(
  config: ConfigRead,
  { ownBindings }: { ownBindings: OwnBindingsOf },
): Promise<ConfigRead['warnings']> {
  const { warnings } = await ownBindings(config);
  return [...config.warnings, ...warnings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
