import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { runnable } from '../../src/commands/cli/command-tree.ts';
import { examplesOf, ownOptions } from '../../src/commands/cli/help.ts';
import { buildProgram } from '../../src/commands/command-list.ts';
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
    const listed = lines.flatMap(
      (line) => /^ {2}(\w[\w-]*(?:, [\w-]+)*) {2}/.exec(line)?.[1]?.split(', ') ?? [],
    );
    expect(listed.sort()).toEqual([...names].sort());
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
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('groups the flags where there are many', async () => {
    for (const { words } of commands.filter(({ command }) => ownOptions(command).length > 10)) {
      const titles = (await help(words)).match(/^[A-Z][a-z ]+:$/gm) ?? [];
      expect(titles.filter((title) => title !== 'Examples:').length, words.join(' ')).toBeGreaterThan(1);
    }
  });

  it('puts the choices and the default of a flag in one bracket', async () => {
    for (const { words } of commands) expect(await help(words)).not.toMatch(/\) \(/);
  });

  it.each([['auth'], ['2fa'], ['config'], ['groups'], ['keys']])(
    'of %s shows what can follow',
    async (word) => {
      const out = await help([word]);
      expect(out).toMatch(new RegExp(`^(Usage:|      ) rigdeck ${word} <command>$`, 'm'));
      expect(out.match(new RegExp(`^  rigdeck ${word}( |$)`, 'gm'))).toHaveLength(2);
    },
  );

  it('of login lists the global flags of its examples', async () => {
    const out = await help(['login']);
    for (const flag of ['--base-url', '--api-key-file', '--profile'])
      expect(out).toMatch(new RegExp(`^  ${flag} <`, 'm'));
  });
});

describe('a topic', () => {
  it.each(['flags', 'search', 'keys', 'environment', 'exit-codes'])(
    '%s fits into 80 columns',
    async (topic) => {
      const { out } = await makeWorld().run(['help', topic], { env: {}, columns: 80 });
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('says of each environment variable what it alone does', async () => {
    const { out } = await makeWorld().run(['help', 'environment'], { env: {}, columns: 80 });
    const meanings = out
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().replace(/^\S+ +/, ''));
    expect(new Set(meanings).size).toBe(meanings.length);
  });
});
