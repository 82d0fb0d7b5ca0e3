import type { Command, Option } from 'commander';
import { wrapWords } from '../../base/wrap-words.ts';
import { defaultKeymap, type Keymap } from '../../engine/keymap.ts';
import { queryAliases, queryFields } from '../../engine/offers/query-fields.ts';
import { environment } from './environment.ts';
import { exitLines } from './exit-codes.ts';
import { optionLines, twoColumns } from './help.ts';
import { keyPages } from './key-pages.ts';

/** Pages of `rigdeck help` that are about no single command. */
export const topics = {
  flags: { what: 'flags of every command' },
  search: { what: 'fields and operators of a search' },
  keys: { what: 'keys of the deck' },
  environment: { what: 'environment variables' },
  'exit-codes': { what: 'exit codes of the commands' },
} as const;

export type Topic = keyof typeof topics;
export const isTopic = (word: string): word is Topic => Object.hasOwn(topics, word);

/** Rows under a heading; an empty one has none. */
type Section = { title: string; rows: readonly (readonly [name: string, means: string])[] };

/** A topic as plain text of at most `columns` cells a line. The keys are those of `keymap`. */
export function topicText(
  topic: Topic,
  columns: number,
  { program, keymap = defaultKeymap }: { program: Command; keymap?: Keymap },
): string {
  const text = {
    flags: () => flagLines(program.options, columns),
    search: () => searchLines(columns),
    keys: () => sectionLines(keySections(keymap), columns),
    environment: () => sectionLines([{ title: '', rows: variableRows() }], columns),
    'exit-codes': () => sectionLines([{ title: '', rows: exitLines }], columns),
  };
  return `${text[topic]().join('\n')}\n`;
}

function sectionLines(sections: readonly Section[], columns: number): string[] {
  const lines = sections.flatMap(({ title, rows }) => [
    '',
    ...(title === '' ? [] : [title]),
    ...twoColumns(
      rows.map(([name, means]) => [name, means.replaceAll('`', '')] as const),
      columns,
    ),
  ]);
  return lines.slice(1);
}

const flagLines = (options: readonly Option[], columns: number): string[] => [
  ...wrapWords(
    'Flags of every command, before or after its name. A flag wins over a variable, a variable over config.toml.',
    columns,
  ),
  '',
  ...optionLines(options, columns),
];

const operators: readonly (readonly [string, string])[] = [
  ['field=value  field!=value', 'equal, not equal'],
  ['<  <=  >  >=', 'less than, at most, more than, at least'],
  ['field in [a,b]', 'one of these (notin: none of these)'],
  ['field=any', 'lift a default condition'],
];

/** What the values of a field are, for `help search` and docs/search.md. */
export const fieldKinds = {
  number: 'number',
  boolean: 'true or false',
  flag: 'true or false',
  text: 'text',
  version: 'version',
} as const;

/** The fields of a search by the kind of their values. */
export function searchFields(): readonly (readonly [kind: string, names: readonly string[]])[] {
  const byKind = new Map<string, string[]>();
  for (const [name, { kind, unit }] of Object.entries(queryFields)) {
    const what = unit ?? fieldKinds[kind];
    byKind.set(what, [...(byKind.get(what) ?? []), name]);
  }
  return [...byKind];
}

/** The fields that renters use most. */
export const commonFields: readonly (readonly [name: string, means: string])[] = [
  ['gpu_name', 'GPU model (e.g. RTX_4090)'],
  ['num_gpus', 'GPUs per machine'],
  ['gpu_ram', 'Memory per GPU, in GB'],
  ['dph_total', 'Price, in $/h'],
  ['reliability', 'Reliability of the machine, 0 to 1'],
  ['geolocation', 'Country code (e.g. SE)'],
  ['disk_space', 'Free disk, in GB'],
  ['inet_down', 'Download speed, in Mbps'],
  ['duration', 'How long it can be rented, in days'],
  ['direct_port_count', 'Open ports (SSH needs 1)'],
];

const searchLines = (columns: number): string[] => [
  ...wrapWords(
    'All conditions must match. Write "_" for a space (RTX_4090). Quote < and > in a shell. verified=true and rentable=true are set unless you change them.',
    columns,
  ),
  '',
  'Operators',
  ...twoColumns(operators, columns),
  '',
  'Most used fields',
  ...twoColumns(commonFields, columns),
  '',
  'All fields, by value',
  ...twoColumns(
    searchFields().map(([kind, names]) => [kind, names.join(' ')] as const),
    columns,
    18,
  ),
  '',
  'Short names',
  ...twoColumns(
    Object.entries(queryAliases).map(([alias, field]) => [alias, field] as const),
    columns,
  ),
  '',
  'Examples:',
  "  rigdeck offers gpu_name=RTX_4090 num_gpus=1 'dph_total<0.5'",
  "  rigdeck offers 'gpu_ram>=24' 'geolocation in [SE,FI]' --order dph_total",
];

const variableRows = (): [string, string][] =>
  environment.flatMap(({ names, means }) => names.map((name): [string, string] => [name, means]));

/** With the id of each action, which is what `[keys]` in config.toml names it by. */
const keySections = (keymap: Keymap): Section[] =>
  keyPages(keymap).map(({ place, rows }) => ({
    title: place,
    rows: rows.map(({ keys, does, id }): [string, string] => [keys.join(' ') || 'none', `${does} · ${id}`]),
  }));
