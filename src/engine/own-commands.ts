import { take } from '../base/cells.ts';
import { parseKey } from '../base/key-text.ts';
import type { ActionRow } from './action-row.ts';
import type { Keymap } from './keymap.ts';
import type { KeyLayer } from './own-keys.ts';

/** Screens on which a command of the person's own can be run: it is about the row under the cursor. */
const commandPlaces = ['instances', 'instance', 'offers'] as const;
export type CommandPlace = (typeof commandPlaces)[number];

/** A command as config.toml has it: `run` is a line for the shell, or a program with its arguments. */
export type CommandSpec = {
  key: string;
  on: readonly CommandPlace[];
  run: string | readonly string[];
  label?: string | undefined;
  /** It runs out of sight, and the deck goes on. */
  background?: boolean | undefined;
  /** Where it stands in the file, and its key and what it runs, counted from 1. */
  line?: number | undefined;
  keyLine?: number | undefined;
  runLine?: number | undefined;
};

export type CommandId = `command.${number}`;
export type OwnCommand = { id: CommandId; spec: CommandSpec; row: ActionRow };

/** What a command is told of its row. A value that is not known is left out. */
const valueNames = ['id', 'label', 'state', 'host', 'port', 'user', 'gpu', 'price', 'place'] as const;
export type ValueName = (typeof valueNames)[number];
export type CommandValues = Readonly<Partial<Record<ValueName, string>>>;

/** The variable that a value is handed over in. */
const variableOf = (name: ValueName): string => `RIGDECK_${name.toUpperCase()}`;

/** A run of a command: `run` is a line for the shell, or a program with its arguments; an undefined variable is taken away. */
export type CommandCall = {
  name: string;
  run: string | readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
};

/** What is wrong with a command, in a sentence, and its line in the file. */
export type CommandProblem = { line: number | undefined; message: string };

const labelCells = 16;
const placeOnKeyLine = 65;
const placeholder = new RegExp(`\\{(${valueNames.join('|')})\\}`, 'g');
/** Neither `${HOME}` nor `{{json}}`, which are of other languages. */
const word = /(?<![{$])\{([A-Za-z_]\w*)\}(?!\})/g;
const variable = new RegExp(`\\bRIGDECK_(${valueNames.join('|').toUpperCase()})\\b`, 'g');

/**
 * The commands that can be reached: each with a key of its own on every screen that it is for, by the keymap in use.
 * What collides with a key of the deck, or with a command before it, is left out and named.
 */
export function ownCommands(
  specs: readonly CommandSpec[],
  keymap: Keymap,
  layers: readonly KeyLayer[],
): { commands: readonly OwnCommand[]; problems: readonly CommandProblem[] } {
  const commands: OwnCommand[] = [];
  const problems: CommandProblem[] = [];
  for (const [index, spec] of specs.entries()) {
    const name = labelOf(spec);
    const parsed = parseKey(spec.key);
    const message =
      'error' in parsed
        ? `${parsed.error}. A key looks like "x", "D", "ctrl+s", "f5" or "pageup".`
        : takenBy(spec, parsed.key, name, { keymap, layers, commands });
    const spliced = splicedIn(spec, name);
    if (message !== undefined) problems.push({ line: spec.keyLine ?? spec.line, message });
    if (spliced !== undefined) problems.push({ line: spec.runLine ?? spec.line, message: spliced });
    if (message !== undefined || spliced !== undefined || 'error' in parsed) continue;
    const unknown = unknownIn(spec, name);
    if (unknown !== undefined) problems.push({ line: spec.runLine ?? spec.line, message: unknown });
    const help = `Yours: ${spec.label ?? (typeof spec.run === 'string' ? spec.run : spec.run.join(' '))}`;
    const row = { keys: [parsed.key], label: name, help, group: 'act', footer: placeOnKeyLine } as const;
    commands.push({ id: `command.${index}`, spec, row });
  }
  return { commands, problems };
}

function labelOf({ label, run }: CommandSpec): string {
  const [first = ''] = typeof run === 'string' ? run.trim().split(/\s+/) : run;
  return label ?? take(first.split('/').at(-1) ?? '', labelCells);
}

function takenBy(
  { on }: CommandSpec,
  key: string,
  name: string,
  {
    keymap,
    layers,
    commands,
  }: { keymap: Keymap; layers: readonly KeyLayer[]; commands: readonly OwnCommand[] },
): string | undefined {
  for (const place of on) {
    const actions = layers.find(({ where }) => where === `on ${place}`)?.actions ?? [];
    const action = actions.find((id) => keymap(id).includes(key));
    const other = commands.find(({ row, spec }) => row.keys.includes(key) && spec.on.includes(place));
    const owner = action ?? (other && `the command ${other.row.label}`);
    if (owner !== undefined)
      return `${key} cannot mean both the command ${name} and ${owner} (on ${place}). Give the command another key.`;
  }
  return undefined;
}

/** A line for the shell is run as it stands: a value written into it could be read as part of it. */
function splicedIn({ run }: CommandSpec, name: string): string | undefined {
  const [found] = typeof run === 'string' ? (run.match(placeholder) ?? []) : [];
  if (found === undefined) return undefined;
  const wanted = variableOf(found.slice(1, -1) as ValueName);
  return `The command ${name} has ${found} in a line for the shell. Write "$${wanted}" there, or give run as a list.`;
}

/** A word in braces in a list that stands for nothing: the program gets it as it is, which `awk` and the like want. */
function unknownIn({ run }: CommandSpec, name: string): string | undefined {
  if (typeof run === 'string') return undefined;
  const words = run.flatMap((arg) => [...arg.matchAll(word)].map(([, found = '']) => found));
  const unknown = words.find((found) => !valueNames.some((known) => known === found));
  if (unknown === undefined) return undefined;
  const known = valueNames.map((one) => `{${one}}`).join(', ');
  return `The command ${name}: there is no {${unknown}}, and it is handed over as it stands. There are ${known}.`;
}

/** The values that a command speaks of, by variable or in braces. */
function needsOf({ run }: CommandSpec): readonly ValueName[] {
  const text = typeof run === 'string' ? run : run.join('\n');
  const found = [...text.matchAll(placeholder), ...text.matchAll(variable)];
  return [...new Set(found.map(([, name = '']) => name.toLowerCase() as ValueName))];
}

const notYet: Partial<Record<ValueName, string>> = {
  host: 'the service names no SSH host yet',
  port: 'the service names no SSH port yet',
};

/** Why a command cannot be run on a row just now, in a sentence; undefined where it can. */
export function commandBlock(
  { spec, row }: OwnCommand,
  values: CommandValues | undefined,
): string | undefined {
  if (values === undefined) return 'There is no row here';
  const needs = needsOf(spec);
  const missing = needs.find((name) => values[name] === undefined);
  if (missing !== undefined) {
    const why = notYet[missing] ?? `the record has no ${missing}`;
    return `${row.label} needs ${variableOf(missing)}: ${why}`;
  }
  const dashed =
    typeof spec.run === 'string'
      ? undefined
      : spec.run.find((arg) => !arg.startsWith('-') && filled(arg, values).startsWith('-'));
  return dashed === undefined
    ? undefined
    : `${row.label}: ${dashed} begins with a dash here and would be read as an option`;
}

const filled = (arg: string, values: CommandValues): string =>
  arg.replace(placeholder, (_, name: ValueName) => values[name] ?? '');

/** What is run: the line as it stands, or the program with the values in its arguments. */
export const commandRun = (
  { spec: { run } }: OwnCommand,
  values: CommandValues,
): string | readonly string[] => (typeof run === 'string' ? run : run.map((arg) => filled(arg, values)));

/** The values as variables of a child's environment; `undefined` takes away one that this process was given. */
export const commandVariables = (values: CommandValues): Record<string, string | undefined> =>
  Object.fromEntries(valueNames.map((name) => [variableOf(name), values[name]]));
