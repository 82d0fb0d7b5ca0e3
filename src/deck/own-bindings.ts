import { closestName } from '../domain/closest-name.ts';
import { keyLayers } from '../key-layers.ts';
import type { ConfigRead, ConfigWarning } from '../local/config.ts';
import { type OwnKeys, ownKeys } from '../own-keys.ts';
import { screens } from '../screens/registry.ts';

export type OwnBindings = Pick<OwnKeys, 'keymap'> & {
  /** What is wrong with them, each with its line in config.toml where that is known. */
  warnings: readonly ConfigWarning[];
};

/** The bindings of config.toml held against what the screens of the deck declare. Loads every screen. */
export function ownBindings({ config, places }: ConfigRead): OwnBindings {
  const { keymap, problems } = ownKeys(config.keys, keyLayers(screens), closestName);
  const warnings = problems.map(({ id, message }) => {
    const line = places[id];
    return { message: `[keys] ${message}`, ...(line !== undefined && { line }) };
  });
  return { keymap, warnings };
}
