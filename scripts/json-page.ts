/** docs/json.md: the JSON of the commands, out of scripts/json-shapes/ and the comments of the wire types. */

import * as v from 'valibot';
import { type CommandShape, commandShapes, failureShape } from './json-shapes/commands.ts';
import { passedOn } from './json-shapes/records.ts';
import { code, table } from './markdown.ts';

/** `wireSource` is the text of src/client/wire-*.ts, whose comments tell the units of the service's records. */
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

With \`--json\` each command prints one JSON value on one line of standard output, and nothing else there, also when it fails.
Messages go to standard error. The value is an object with \`"schema": 1\`, which the tables leave out. Within schema 1 fields are
added, and never removed or given another meaning. Commands that run until Ctrl+C print one value per line; the last one is
the error that ended them.

- A field that rigdeck makes is always there, and **null if unknown**, unless it says *may be missing*.
- Records of the provider (an offer, an instance, …) are passed on in its own units. A field that it leaves out is missing, and
  unknown. It may send more fields than these; they are passed on as they are.
- \`--json=id,label\` prints only these fields of each row of a list; for an instance \`ssh\` is the line that opens a session.
  An unknown field ends with exit code 2 and the list of known ones.
- \`complete\` is false if rows of a list are missing or unreadable, and \`missing\` says how many; the exit code is then 1.
- Times are epoch seconds, sums are dollars, \`$/h\` are dollars per hour.
- The exit code says how it went: [exit-codes.md](exit-codes.md).

\`npm run readme\` writes this page from \`scripts/json-shapes/\`. The tests hold every command against it.`;

/** The whole page. */
export function jsonPage({ wireSource }: PageSources): string {
  const records = new Map<string, Node>();
  const commands = Object.entries(commandShapes).map(([words, shape]) => commandPart(words, shape, records));
  const failed = `## When a command fails\n\n${tableOf(failureShape as Node, records)}`;
  // A record may hold another one, which is then found while the first is written.
  const parts: string[] = [];
  for (const [name, node] of records) parts.push(recordPart(name, node, records, wireSource));
  return `${[begin, failed, '## Commands', ...commands, '## Records of the service', ...parts].join('\n\n')}\n`;
}

function commandPart(words: string, shape: CommandShape, records: Map<string, Node>): string {
  const { prints, lines, note } = shape;
  const values = [prints ?? []].flat() as Node[];
  return [
    `### ${code(`rigdeck ${words}`.trim())}`,
    ...(note === undefined ? [] : [note]),
    ...values.map((one) => tableOf(one, records)),
    ...(lines === undefined
      ? []
      : [`On each line with \`${lines.flag}\`:`, tableOf(lines.shape as Node, records)]),
  ].join('\n\n');
}

function recordPart(name: string, node: Node, records: Map<string, Node>, source: string): string {
  const said = commentsOf(name, source);
  const rows = fieldRows(node, '', records).map((row) => ({ ...row, means: row.means || said(row.path) }));
  const known = rows.filter(({ means }) => means !== passedOn);
  const others = rows.filter(({ means }) => means === passedOn).map(({ path }) => code(path));
  const besides = others.length === 0 ? '' : `\n\nServices of this kind also send ${others.join(' ')}.`;
  return `### ${name}\n\n${rowsTable(known)}${besides}`;
}

const tableOf = (node: Node, records: Map<string, Node>): string =>
  rowsTable(fieldRows(node, '', records).filter(({ path }) => path !== 'schema'));

const rowsTable = (rows: readonly Row[]): string =>
  table(
    ['Field', 'Type', 'Means'],
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

/** What a value is in words; `inner` is the object whose fields have to be told too. */
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
      return of(node.value, (type) => `object of ${type} by name`, '.*');
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
        .trim() ?? ''
    );
  };
}
