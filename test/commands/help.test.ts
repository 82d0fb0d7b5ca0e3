import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/commands/command-list.ts';
import { runnable } from '../../src/commands/command-tree.ts';
import { examplesOf, listedCommands, ownOptions } from '../../src/commands/help.ts';
import { makeWorld, type ProgramPorts } from './world.ts';

const help = async (words: readonly string[], columns = 80) =>
  (await makeWorld().run([...words, '--help'], { env: {}, columns })).out;
const io = { out: () => {}, columns: 80 };
const program: Command = buildProgram({ io, version: '' } as unknown as ProgramPorts, () => async () => {});
const commands = runnable(program);

describe('rigdeck --help', () => {
  let lines: string[];
  beforeAll(async () => {
    lines = (await help([])).trimEnd().split('\n');
  });

  it('fits on a screen', () => {
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('lists each command once', () => {
    const names = program.commands.map((command) => command.name());
    expect([...listedCommands].sort()).toEqual([...names].sort());
    for (const name of names) expect(lines.join('\n')).toMatch(new RegExp(`^  ([\\w-]+, )*${name}[, ]`, 'm'));
  });

  it('points to the topics', () => {
    for (const topic of ['flags', 'search', 'keys', 'environment', 'exit-codes'])
      expect(lines.at(-1)).toContain(topic);
  });
});

describe('the help of a command', () => {
  it.each(commands.map(({ words, command }) => [words.join(' '), command] as const))(
    '%s is a sentence, its usage, its own flags, two examples and where the rest is',
    async (name, command) => {
      const out = await help(name.split(' '));
      const lines = out.trimEnd().split('\n');
      const own = ownOptions(command);
      expect(lines[0]).toMatch(/^[A-Z].*[^.]$/);
      expect(lines[1]).toMatch(new RegExp(`^Usage: rigdeck ${name}( |$)`));
      expect(examplesOf(command)).toHaveLength(2);
      expect(examplesOf(command).every((example) => example.includes(`rigdeck ${name}`))).toBe(true);
      for (const { long, description } of own) {
        expect(out).toContain(long);
        expect(description).toMatch(/^[A-Z].*[^.]$/);
      }
      for (const { long } of program.options.filter((option) => !own.some((o) => o.long === option.long)))
        expect(out).not.toMatch(new RegExp(`^ +(-\\w, )?${long}\\b`, 'm'));
      expect(lines.at(-1)).toContain('rigdeck help flags');
      if (own.length <= 6 && command.commands.length === 0 && !['offers', 'rent'].includes(name))
        expect(lines.length).toBeLessThanOrEqual(15);
      // Examples stay whole, so that they can be copied.
      const prose = lines.filter((line) => !line.startsWith('  rigdeck '));
      expect(prose.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('groups the flags where there are many', async () => {
    expect(await help(['rent'])).toMatch(/^Instance:\n {2}--image/m);
  });
});
