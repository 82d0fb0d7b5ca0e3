import { closestName } from '../base/closest-name.ts';
import { sanitizeText } from '../client/sanitize.ts';
import type { OwnBindings } from '../commands/cli/context.ts';
import { keyLayers } from '../engine/key-layers.ts';
import { type CommandSpec, ownCommands } from '../engine/own-commands.ts';
import { ownKeys } from '../engine/own-keys.ts';
import type { ConfigRead, ConfigWarning } from '../platform/config/config.ts';
import { screens } from '../screens/registry.ts';

/** The bindings and commands of config.toml held against what the screens of the deck declare. Loads every screen. */
export function ownBindings({ config, places }: ConfigRead): OwnBindings {
  const layers = keyLayers(screens);
  const { keymap, problems, refused } = ownKeys(config.keys, layers, closestName);
  const own = ownCommands((config.commands ?? []).map(drawable), keymap, layers);
  const warning = (message: string, line: number | undefined): ConfigWarning => ({
    message,
    ...(line !== undefined && { line }),
  });
  const warnings = [
    ...problems.map(({ id, message }) => warning(`[keys] ${sanitizeText(message)}`, places[id])),
    ...own.problems.map(({ line, message }) => warning(`[[commands]] ${sanitizeText(message)}`, line)),
  ];
  const commands = own.commands.map(({ row, ...command }) => ({
    ...command,
    row: { ...row, label: sanitizeText(row.label), help: sanitizeText(row.help) },
  }));
  return { keymap, refused, commands, warnings };
}

/** A command whose label can be drawn; one that draws nothing is none. */
function drawable(spec: CommandSpec): CommandSpec {
  const label = sanitizeText(spec.label ?? '').trim();
  return { ...spec, label: label === '' ? undefined : label };
}
