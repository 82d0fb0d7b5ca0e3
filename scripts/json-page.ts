/** docs/json.md: the JSON of the commands, out of scripts/json-shapes/ and the comments of the wire types. */

import * as v from 'valibot';
import { type CommandShape, commandShapes, failureShape } from './json-shapes/commands.ts';
import { passedOn } from './json-shapes/records.ts';
import { code, table } from './markdown.ts';

/** `wireSource` is the text of src/client/wire-*.ts, whose comments have the units of the provider's records. */
export type PageSources = { wireSource: string };

/** What the walk reads of a schema, whichever it is. */
type Node = v.GenericSchema & {
  entries?: Record<string, Node>;
  wrapped?: Node;
  item?: Node;
  items?: Node[];
  value?: Node;
  pipe?: readonly { type: string }[];
  literal?: unknown;
  options?: readonly string[];
};

type Row = { path: string; type: string; means: string };

const begin = `# JSON output

With \`--json\`, a command prints one JSON value on one line of stdout, and nothing else, also when it fails. Messages go to stderr. Commands that run until Ctrl+C print one value per line; the last line is the error that ended them.

Every value is an object with \`"schema": 1\`, which the tables leave out. Within schema 1, fields may be added, but never removed or changed in meaning.

- Fields made by rigdeck are always present and **null if unknown**, unless marked *may be missing*.
- [Records](#records) of the provider are passed through in the provider's units. A missing field is unknown. Additional fields are passed through too.
- \`--json=id,label\` prints only these fields of each row of a list. For an instance, \`ssh\` adds the command that connects to it. An unknown field is a usage error (exit code 2) that lists the known ones.
- \`complete\` is false if rows of a list are missing or unreadable, and \`missing\` counts them. The exit code is then 1.
- Times are in epoch seconds, amounts in dollars, and prices in $/h (dollars per hour).
- See also [exit codes](exit-codes.md).

\`npm run readme\` generates this page from \`scripts/json-shapes/\`. Tests check every command against it.`;

/** The whole page. */
export function jsonPage({ wireSource }: PageSources): string {
  const records = new Map<string, Node>();
  const commands = Object.entries(commandShapes).map(([words, shape]) => commandPart(words, shape, records));
  const failed = `## When a command fails\n\n${tableOf(failureShape as Node, records)}`;
  // A record may hold another one, which is then found while the first is written.
  const parts: string[] = [];
  for (const [name, node] of records) parts.push(recordPart(name, node, records, wireSource));
  return `${[begin, failed, '## Commands', ...commands, '## Records', ...parts].join('\n\n')}\n`;
}

function commandPart(words: string, shape: CommandShape, records: Map<string, Node>): string {
  const { prints, lines, note } = shape;
  const values = [prints ?? []].flat() as Node[];
  const heading = `### ${code(`rigdeck ${words}`.trim())}`;
  const [like] = Object.entries(commandShapes).find(([, other]) => other.prints === prints) ?? [words];
  if (prints !== undefined && like !== words)
    return `${heading}\n\nSame as [${code(`rigdeck ${like}`)}](#rigdeck-${like.replaceAll(' ', '-')}).`;
  return [
    heading,
    ...(note === undefined ? [] : [note]),
    ...values.map((one) => tableOf(one, records)),
    ...(lines === undefined
      ? []
      : [`With \`${lines.flag}\`, on each line:`, tableOf(lines.shape as Node, records)]),
  ].join('\n\n');
}

function recordPart(name: string, node: Node, records: Map<string, Node>, source: string): string {
  const said = commentsOf(name, source);
  const rows = fieldRows(node, '', records).map((row) => ({ ...row, means: row.means || said(row.path) }));
  const known = rows.filter(({ means }) => means !== passedOn);
  const others = rows.filter(({ means }) => means === passedOn).map(({ path }) => code(path));
  const besides = others.length === 0 ? '' : `\n\nProviders may also send ${others.join(' ')}.`;
  return `### ${name}\n\n${rowsTable(known)}${besides}`;
}

const tableOf = (node: Node, records: Map<string, Node>): string =>
  rowsTable(fieldRows(node, '', records).filter(({ path }) => path !== 'schema'));

const rowsTable = (rows: readonly Row[]): string =>
  table(
    ['Field', 'Type', 'Meaning'],
    rows.map(({ path, type, means }) => [code(path), type, means]),
  );

/** The fields of an object, those of an object in it below their own names. */
function fieldRows(object: Node, under: string, records: Map<string, Node>): Row[] {
  return Object.entries(object.entries ?? {}).flatMap(([name, node]) => {
    const path = under + name;
    const { type, inner, suffix } = read(node, records);
    const row = { path, type, means: v.getDescription(node) ?? v.getDescription(node.wrapped ?? node) ?? '' };
    return [row, ...(inner === undefined ? [] : fieldRows(inner, `${path}${suffix}.`, records))];
  });
}

type Reading = { type: string; inner?: Node; suffix: string };

/** What a value is in words; `inner` is the object whose fields follow. */
function read(node: Node, records: Map<string, Node>): Reading {
  const title = v.getTitle(node);
  if (title !== undefined) {
    records.set(title, node);
    return { type: `[${title}](#${title.toLowerCase()})`, suffix: '' };
  }
  const of = (child: Node | undefined, more: (type: string) => string, suffix = ''): Reading => {
    const inside = read(child as Node, records);
    return { ...inside, type: more(inside.type), suffix: suffix + inside.suffix };
  };
  switch (node.type) {
    case 'nullable':
      return of(node.wrapped, (type) => `${type} or null`);
    case 'exact_optional':
      return of(node.wrapped, (type) => `${type}, may be missing`);
    case 'array':
      return of(node.item, (type) => `list of ${type}`, '[]');
    case 'record':
      return of(node.value, (type) => `map of ${type}`, '.*');
    case 'tuple':
      return {
        type: `[${(node.items ?? []).map((item) => read(item, records).type).join(', ')}]`,
        suffix: '',
      };
    case 'picklist':
      return { type: (node.options ?? []).map(code).join(', '), suffix: '' };
    case 'strict_object':
      return { type: 'object', inner: node, suffix: '' };
    case 'literal':
      return { type: code(String(node.literal)), suffix: '' };
    case 'boolean':
      return { type: 'true or false', suffix: '' };
    case 'string':
      return { type: 'text', suffix: '' };
    case 'unknown':
    case 'any':
      return { type: 'any', suffix: '' };
    case 'number':
      return {
        type: node.pipe?.some(({ type }) => type === 'safe_integer') ? 'whole number' : 'number',
        suffix: '',
      };
    default:
      throw new Error(`docs/json.md has no words for ${node.type}`);
  }
}

/** The comments right above the fields of a wire type, and of the request that it is made from. */
function commentsOf(name: string, source: string): (field: string) => string {
  const bodies = [name, `${name}Request`].map(
    (type) => new RegExp(`export type ${type} = [^{;]*\\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? '',
  );
  return (field) => {
    const found = new RegExp(`/\\*\\* ((?:(?!\\*/)[\\s\\S])*?) ?\\*/\\s*${field}\\??:`).exec(
      bodies.join('\n'),
    )?.[1];
    return (
      found
        ?.replace(/\s*\n\s*\* ?/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/\.$/, '')
        .replace(/^[A-Z](?=[a-z]+([ ,;]|$))/, (letter) => letter.toLowerCase()) ?? ''
    );
  };
}
