import type { Command, Option } from 'commander';
import { padEnd, width } from '../../base/cells.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { usageOf } from './command-tree.ts';

/**
 * The commands of `rigdeck --help`, by what a renter does. A command of a record that is named nowhere here has a line
 * of its own.
 */
const groups: readonly { title: string; rows: readonly (readonly [names: string, what: string])[] }[] = [
  {
    title: 'Find and rent',
    rows: [
      ['offers', 'Search for machines to rent'],
      ['rent', 'Rent an offer, by ID or the best of a search'],
      ['unsettled', 'List rents whose outcome is unknown, or settle one'],
      ['templates, volumes', 'List what a rent can start from'],
    ],
  },
  {
    title: 'Look after',
    rows: [
      ['instances', 'List your instances, or show one'],
      ['start, stop', 'Start or stop an instance'],
      ['destroy', 'Destroy an instance and all its data'],
      ['reboot, recycle', 'Restart a container, or recreate it from its image'],
      ['label', 'Set a label'],
      ['logs, execute', 'Print the log of an instance, or run ls, du or rm on it'],
      ['wait', 'Wait until an instance is running, stopped or gone'],
      ['groups', 'List, create and change endpoint and worker groups'],
    ],
  },
  {
    title: 'Connect',
    rows: [
      ['ssh, ssh-config', 'Open an SSH session, or print ssh_config blocks'],
      ['open, tunnel', 'Open Jupyter in the browser, or forward a port'],
      ['copy, connections', 'Copy between an instance and cloud storage'],
    ],
  },
  {
    title: 'Money',
    rows: [['status, cost', 'Show burn, credit and runway, or cost per instance']],
  },
  {
    title: 'Account',
    rows: [
      ['login, logout, auth', 'Sign in, sign out, show the key in use'],
      ['profiles', 'List your accounts, switch between them'],
      ['2fa', 'Log in with two-factor, manage methods and backup codes'],
      ['keys, ssh-keys', 'Manage API keys and SSH keys'],
    ],
  },
  {
    title: 'Tools',
    rows: [
      ['demo, sandbox', 'Try rigdeck on a sandbox, or serve one'],
      ['doctor, config', 'Check your setup, show and check settings'],
      ['completion, man', 'Print shell completion, or the manual page'],
      ['help', 'Show help for a command or topic'],
    ],
  },
];

/** The global flags that matter most; `rigdeck help flags` has all. */
const mainFlags = ['--json', '--sandbox', '--profile', '--read-only', '--screen-reader', '--version'];

const pointer = 'Global flags: rigdeck help flags. Exit codes: rigdeck help exit-codes.';

/** The flag that answers a command's question beforehand. */
export const yes = (what: string) => (command: Command) => command.option('-y, --yes', what);

type About = { examples: readonly string[]; notes: readonly string[]; shows: readonly string[] };
const about = new WeakMap<Command, About>();
const globals = new WeakSet<Option>();

/** Keeps what the help of a command shows beside its flags. `shows` are global flags that belong to it as well. */
export function describe(
  command: Command,
  examples: readonly string[],
  { notes = [], shows = [] }: Partial<About> = {},
): void {
  about.set(command, { examples, notes, shows });
}

/** Marks the options that every command takes: they stand in `rigdeck help flags`, and in no command's own help. */
export function markGlobal(options: readonly Option[]): void {
  for (const option of options) globals.add(option);
}

/** The options of one command alone. */
export const ownOptions = (command: Command): Option[] =>
  command.options.filter(
    (option) =>
      !option.hidden && (!globals.has(option) || about.get(command)?.shows.includes(option.long ?? '')),
  );

export const examplesOf = (command: Command): readonly string[] => about.get(command)?.examples ?? [];

/** What a flag does, with its choices and its default in one bracket. */
export function flagText({ description, argChoices, defaultValue }: Option): string {
  const [, what = description, bracket] = /^(.*) \((.*)\)$/.exec(description) ?? [];
  const isNamed = argChoices === undefined || argChoices.every((choice) => description.includes(choice));
  const parts = [
    isNamed ? undefined : `one of: ${argChoices.join(', ')}`,
    bracket,
    typeof defaultValue === 'string' ? `default ${defaultValue}` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? what : `${what} (${parts.join('; ')})`;
}

/** `rigdeck stop <id> [flags]`. */
function usageLine(command: Command): string {
  const words: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) words.unshift(at.name());
  const flags = ownOptions(command).length > 0 ? '[flags]' : '';
  return [...words, usageOf(command), flags].filter((part) => part !== '').join(' ');
}

/** What may be typed: a list of its own where the command has commands under it. */
function usageLines(command: Command): string[] {
  const own = usageLine(command);
  const hasBoth = command.commands.length > 0 && usageOf(command) !== '<command>';
  return hasBoth ? [own, `${own} <command>`] : [own];
}

/** `Usage: rigdeck stop <id>`, each further line under the first. */
export const usageText = (command: Command): string => `Usage: ${usageLines(command).join('\n       ')}`;

/** Names on the left, what they mean beside them, each line at most `columns` cells. */
export function twoColumns(
  rows: readonly (readonly [string, string])[],
  columns: number,
  most = 30,
): string[] {
  const left = Math.min(Math.max(0, ...rows.map(([name]) => width(name))), most, Math.floor(columns / 2));
  return rows.flatMap(([name, means]) => {
    const text = wrapWords(means, Math.max(8, columns - left - 4));
    if (width(name) > left) return [`  ${name}`, ...text.map((line) => `${' '.repeat(left + 4)}${line}`)];
    return text.map((line, index) => `  ${padEnd(index === 0 ? name : '', left)}  ${line}`);
  });
}

/** Options under their headings where there are more than ten, else in one block. */
export function optionLines(options: readonly Option[], columns: number): string[] {
  const row = (option: Option) => [option.flags, flagText(option)] as const;
  if (options.length <= 10) return twoColumns(options.map(row), columns);
  const titles = [...new Set(options.map(({ helpGroupHeading }) => helpGroupHeading ?? 'Flags:'))];
  if (titles.length === 1) return twoColumns(options.map(row), columns);
  const lines = titles.flatMap((title) => {
    const under = options.filter((option) => (option.helpGroupHeading ?? 'Flags:') === title);
    return ['', title, ...twoColumns(under.map(row), columns)];
  });
  return lines.slice(1);
}

/** What `--help` prints: one sentence, the usage, the command's own flags, examples, and where the rest is. */
export function helpText(command: Command, columns: number): string {
  return `${(command.parent === null ? rootLines(command, columns) : commandLines(command, columns)).join('\n')}\n`;
}

function commandLines(command: Command, columns: number): string[] {
  const own = ownOptions(command);
  const { examples, notes } = about.get(command) ?? { examples: [], notes: [] };
  const described = command.registeredArguments
    .filter(({ description }) => description !== '')
    .map((argument) => [argument.name(), argument.description] as const);
  const children = command.commands.map((child) => [child.name(), child.description()] as const);
  return [
    command.description(),
    ...usageText(command).split('\n'),
    ...block(twoColumns(described, columns)),
    ...block(children.length === 0 ? [] : ['Commands:', ...twoColumns(children, columns)]),
    ...block(optionLines(own, columns)),
    ...block(examples.length === 0 ? [] : ['Examples:', ...examples.map((line) => `  ${line}`)]),
    ...block(notes.flatMap((note) => wrapWords(note, columns))),
    ...block([pointer]),
  ];
}

const block = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', ...lines]);

function rootLines(program: Command, columns: number): string[] {
  const flags = mainFlags.flatMap((name) => program.options.find(({ long }) => long === name) ?? []);
  const rows = groups.flatMap(({ rows }) => rows);
  const left = Math.max(...rows.map(([names]) => names.length), ...flags.map((flag) => flag.flags.length));
  const aligned = (some: readonly (readonly [string, string])[]) =>
    twoColumns(
      some.map(([name, what]) => [name.padEnd(left), what] as const),
      columns,
    );
  return [
    program.description(),
    'Usage: rigdeck [flags]             open the deck',
    '       rigdeck <command> [flags]   run one command',
    '',
    ...groups.flatMap(({ title, rows }) => [
      title,
      ...aligned(title === 'Look after' ? [...rows, ...unlisted(program)] : rows),
    ]),
    'Flags',
    ...aligned(flags.map((flag) => [flag.flags, flagText(flag)] as const)),
    '',
    'Help on a command: rigdeck <command> --help',
    'Topics: rigdeck help flags | search | keys | environment | exit-codes',
  ];
}

/** Commands of records that no group names. */
const unlisted = (program: Command): (readonly [string, string])[] =>
  program.commands
    .filter((command) => !listedCommands.includes(command.name()))
    .map((command) => [command.name(), command.description()]);

const listedCommands: readonly string[] = groups.flatMap(({ rows }) =>
  rows.flatMap(([names]) => names.split(', ')),
);
