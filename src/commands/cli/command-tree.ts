import type { Command } from 'commander';

/** A command that does something: its words without `rigdeck`, and itself. */
export type Runnable = { words: readonly string[]; command: Command };

/**
 * Every command that does something, `auth status` under its parent's words. A word that only holds others together
 * has no flags.
 */
export function runnable(program: Command, before: readonly string[] = []): Runnable[] {
  return program.commands.flatMap((command) => {
    const words = [...before, command.name()];
    return [...(command.options.length > 0 ? [{ words, command }] : []), ...runnable(command, words)];
  });
}

/** A word that only holds commands together, as `2fa`. */
export function addGroup(program: Command, name: string, what: string): Command {
  const group = program.command(name).description(what).copyInheritedSettings(program);
  group.exitOverride((error) => {
    throw Object.assign(error, { of: group });
  });
  return group;
}

/** A command's arguments as its usage names them: `<id>`, `[query...]`. */
export function usageOf(command: Command): string {
  const holds = command.commands.length > 0 && command.options.length === 0 && command.parent !== null;
  if (holds) return '<command>';
  return command.registeredArguments
    .map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');
}
