/**
 * The parts of the docs that repeat what the code says. Each is between `<!-- name:begin -->` and `<!-- name:end -->`
 * of its page; `npm run readme` writes them.
 */

import type { Command, Option } from 'commander';
import { runnable, usageOf } from '../src/commands/cli/command-tree.ts';
import type { ProgramPorts } from '../src/commands/cli/context.ts';
import { environment } from '../src/commands/cli/environment.ts';
import { exitLines } from '../src/commands/cli/exit-codes.ts';
import { flagText, ownOptions } from '../src/commands/cli/help.ts';
import { commonFields, searchFields } from '../src/commands/cli/help-topics.ts';
import { keyPages } from '../src/commands/cli/key-pages.ts';
import { buildProgram } from '../src/commands/command-list.ts';
import type { AnyWrite } from '../src/engine/write.ts';
import { settingRows, tableRows } from '../src/platform/config/config-keys.ts';
import { assumptions } from '../src/sandbox/assumptions.ts';
import { freshWorld } from '../src/sandbox/world.ts';
import { code, table } from './markdown.ts';

/** `assumptionsSource` is the text of src/sandbox/assumptions.ts, whose comments say what each value means. */
export type TableSources = {
  assumptionsSource: string;
  /** The writes that have keys and commands; those of the program when absent. */
  writes?: readonly AnyWrite[];
};

/** The blocks of each page, by name. */
export function docBlocks({
  assumptionsSource,
  writes,
}: TableSources): Record<string, Record<string, string>> {
  const program = programForReading(writes);
  return {
    'docs/keys.md': { keys: keyTables(writes) },
    'docs/cli.md': {
      commands: commandTable(program),
      flags: flagTable(program),
      'command-flags': commandFlags(program),
    },
    'docs/exit-codes.md': { exits: exitTable() },
    'docs/config.md': { environment: environmentTable(), settings: settingTable() },
    'docs/search.md': { 'search-fields': searchFieldTable() },
    'docs/sandbox.md': { assumptions: assumptionTable(assumptionsSource), world: worldTable() },
  };
}

function keyTables(writes?: readonly AnyWrite[]): string {
  return keyPages(undefined, writes)
    .map(({ place, rows }) => {
      const cells = rows.map(({ keys, does }) => [keys.map(code).join(' '), does]);
      return `### ${place}\n\n${table(['Key', 'Does'], cells)}`;
    })
    .join('\n\n');
}

function environmentTable(): string {
  return table(
    ['Variable', 'Means'],
    environment.map(({ names, means }) => [names.map(code).join(', '), means]),
  );
}

function settingTable(): string {
  return table(
    ['Setting', 'Value', 'Does'],
    Object.entries({ ...settingRows, ...tableRows }).map(([name, { allowed, help }]) => [
      code(name),
      allowed,
      help,
    ]),
  );
}

/** The program as the command line builds it, with nothing behind it: only its names are read. */
function programForReading(writes?: readonly AnyWrite[]): Command {
  const io = { out: () => {}, columns: 100 };
  return buildProgram({ io, version: '' } as unknown as ProgramPorts, () => async () => {}, writes);
}

function commandTable(program: Command): string {
  const rows = runnable(program).map(({ words, command }) => [
    code(['rigdeck', ...words, usageOf(command)].join(' ').trim()),
    command.description(),
  ]);
  return table(['Command', 'Does'], rows);
}

const optionRows = (options: readonly Option[]): string[][] =>
  options.filter(({ hidden }) => !hidden).map((option) => [code(option.flags), coded(flagText(option))]);

/** What a reader could type, as code: flags, variables, commands, choices, defaults and examples. */
function coded(text: string): string {
  const listed = text.replace(/(one of: |e\.g\. )([^;)]+)/g, (_, begin: string, items: string) => {
    return begin + items.split(', ').map(code).join(', ');
  });
  const usual = listed.replace(/default ([^;)`]+)(?=[;)])/g, (_, value: string) => `default ${code(value)}`);
  return usual.replace(/`[^`]*`|--[a-z][\w-]*(?:=[\w,]+)?|RIGDECK_\w+(?:=\d)?|rigdeck [a-z-]+/g, (found) =>
    found.startsWith('`') ? found : code(found),
  );
}

/** The flags that every command takes, under the headings of `help flags`. */
function flagTable(program: Command): string {
  const titleOf = ({ helpGroupHeading = 'General:' }: Option) => helpGroupHeading.replace(/:$/, '');
  return [...new Set(program.options.map(titleOf))]
    .map((title) => {
      const rows = optionRows(program.options.filter((option) => titleOf(option) === title));
      return `### ${coded(title)}\n\n${table(['Flag', 'Does'], rows)}`;
    })
    .join('\n\n');
}

/** The flags of each command that are not everyone's. */
function commandFlags(program: Command): string {
  return runnable(program)
    .map(({ words, command }) => ({ words, rows: optionRows(ownOptions(command)) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ words, rows }) => `**${code(`rigdeck ${words.join(' ')}`)}**\n\n${table(['Flag', 'Does'], rows)}`)
    .join('\n\n');
}

function exitTable(): string {
  return table(
    ['Exit code', 'Means'],
    exitLines.map(([code, means]) => [code, means]),
  );
}

/** The fields that renters use most, then all by what their values are. */
const searchFieldTable = (): string =>
  [
    table(
      ['Field', 'Meaning'],
      commonFields.map(([name, means]) => [code(name), means]),
    ),
    table(
      ['Value', 'Fields'],
      searchFields().map(([kind, names]) => [kind, names.map(code).join(' ')]),
    ),
  ].join('\n\n');

function assumptionTable(source: string): string {
  const names = Object.keys(assumptions) as (keyof typeof assumptions)[];
  const rows = names.map((name) => [code(name), assumedValue(assumptions[name]), commentOf(name, source)]);
  return table(['Name', 'Value', 'Meaning'], rows);
}

function assumedValue(value: unknown): string {
  if (Array.isArray(value)) {
    const isRange = value.length === 2 && value.every((part) => typeof part === 'number');
    return value.map(assumedValue).join(isRange ? ' to ' : ', ');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${assumedValue(part)}`)
      .join(', ');
  }
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}

/** The comment right above a value. */
function commentOf(name: string, source: string): string {
  const found = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*${name}:`).exec(source)?.[1];
  if (found === undefined) throw new Error(`src/sandbox/assumptions.ts has no comment above ${name}`);
  return found
    .replace(/\s*\n\s*\* ?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What every fresh world holds besides the market. */
function worldTable(): string {
  const { account, templates, volumes, connections, endpointGroups } = freshWorld({
    seed: 1,
    offers: 2_000,
    now: 0,
    clockOffset: 0,
    apiKey: '',
  });
  const rows = [
    ['account', `${account.email}, ${account.phoneNumber}, $${account.credit} credit, two-factor off`],
    ...templates.map(({ hash, name, image, tag, runtype }) => [
      `template ${code(hash)}`,
      `${name}: ${code(`${image}:${tag}`)}, ${code(runtype)}`,
    ]),
    ...volumes.map(({ id, label, size }) => [
      `volume ${code(String(id))}`,
      `${label}, ${size} GB, on one machine`,
    ]),
    ...connections.map(({ id, name, cloudType }) => [
      `cloud connection ${code(String(id))}`,
      `${name} (${cloudType})`,
    ]),
    ...endpointGroups.map(({ id, name }) => [`endpoint group ${code(String(id))}`, name]),
  ];
  return table(['Item', 'Value'], rows);
}
