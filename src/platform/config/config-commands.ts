import * as v from 'valibot';
import { closestName } from '../../base/closest-name.ts';
import type { CommandSpec } from '../../engine/own-commands.ts';
import { type Config, commandParts } from './config-keys.ts';
import { lineInElement, lineOf } from './line-of.ts';

type Warn = (message: string, line: number | undefined) => void;

/** Reads `[[commands]]`. Each stands for itself: one with a fault is left out and named, the others count. */
export function readCommands(value: unknown, text: string, config: Config, warn: Warn): void {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'object' || one === null)) {
    warn('commands must be tables, each under [[commands]].', lineOf(text, 'commands'));
    return;
  }
  for (const [index, table] of (value as Record<string, unknown>[]).entries()) {
    const faults = faultsOf(table);
    const at = (key?: string) => lineInElement(text, { array: 'commands', index, key });
    for (const { key, message } of faults) warn(`[[commands]] ${message}`, at(key));
    if (faults.length > 0) continue;
    const part = (name: keyof typeof commandParts) => v.parse(commandParts[name].schema, table[name]);
    const names = Object.keys(commandParts) as (keyof typeof commandParts)[];
    const given = names.filter((name) => table[name] !== undefined).map((name) => [name, part(name)]);
    config.commands = [
      ...(config.commands ?? []),
      { ...Object.fromEntries(given), line: at(), keyLine: at('key'), runLine: at('run') } as CommandSpec,
    ];
  }
}

function faultsOf(table: Readonly<Record<string, unknown>>): { key: string; message: string }[] {
  const unknown = Object.keys(table)
    .filter((name) => !Object.hasOwn(commandParts, name))
    .map((name) => {
      const near = closestName(name, Object.keys(commandParts));
      const meant = near === undefined ? '' : ` Did you mean ${near}?`;
      return { key: name, message: `A command has no ${name}.${meant}` };
    });
  const wrong = Object.entries(commandParts).flatMap(([name, { schema, allowed }]) =>
    v.safeParse(schema, table[name]).success
      ? []
      : [{ key: name, message: `Invalid ${name}: expected ${allowed}.` }],
  );
  return [...unknown, ...wrong];
}
