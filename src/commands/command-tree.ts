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

/** A command's arguments as its usage names them: `<id>`, `[query...]`. */
export function usageOf(command: Command): string {
  return command.registeredArguments
    .map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');
}
