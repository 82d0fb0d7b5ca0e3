import * as v from 'valibot';
import { closestName } from '../domain/closest-name.ts';
import type { CommandSpec } from '../own-commands.ts';
import { type Config, commandParts } from './config-keys.ts';

type Warn = (message: string, line: number | undefined) => void;

/** The lines of the `[[commands]]` of a file, in their order, counted from 1. */
const headers = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/^\s*\[\[\s*commands\s*\]\]/.test(line) ? [index + 1] : []));

/** Reads `[[commands]]`. Each stands for itself: one with a fault is left out and named, the others count. */
export function readCommands(value: unknown, text: string, config: Config, warn: Warn): void {
  const lines = headers(text);
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'object' || one === null)) {
    warn('commands must be tables, each under [[commands]].', lines[0]);
    return;
  }
  for (const [index, table] of (value as Record<string, unknown>[]).entries()) {
    const faults = faultsOf(table);
    for (const fault of faults) warn(`[[commands]] ${fault}`, lines[index]);
    if (faults.length > 0) continue;
    const part = (name: keyof typeof commandParts) => v.parse(commandParts[name].schema, table[name]);
    const names = Object.keys(commandParts) as (keyof typeof commandParts)[];
    const given = names.filter((name) => table[name] !== undefined).map((name) => [name, part(name)]);
    config.commands = [
      ...(config.commands ?? []),
      { ...Object.fromEntries(given), line: lines[index] } as CommandSpec,
    ];
  }
}

function faultsOf(table: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(table)
    .filter((name) => !Object.hasOwn(commandParts, name))
    .map((name) => {
      const near = closestName(name, Object.keys(commandParts));
      return `A command has no ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    });
  const wrong = Object.entries(commandParts).flatMap(([name, { schema, allowed }]) =>
    v.safeParse(schema, table[name]).success ? [] : [`${name} must be ${allowed}.`],
  );
  return [...unknown, ...wrong];
}
