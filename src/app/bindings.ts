import type { OwnBindings } from '../commands/cli/context.ts';
import { defaultKeymap } from '../engine/keymap.ts';
import type { ConfigRead } from '../platform/config/config.ts';
import { ownBindings } from './own-bindings.ts';

/** The bindings in use. Most people have none of their own, and only those need every screen of the deck. */
export function bindings(read: ConfigRead): OwnBindings {
  const { keys, commands } = read.config;
  if (Object.keys(keys).length > 0 || commands !== undefined) return ownBindings(read);
  return { keymap: defaultKeymap, refused: new Map(), commands: [], warnings: [] };
}
