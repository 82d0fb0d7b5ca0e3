import type { Command } from 'commander';
import { failure } from './failure.ts';
import type { RowFields } from './io.ts';
import { knownRowFields } from './row-fields.ts';

/** The fields that hold the rows, of each command that lists some, by its words. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  '': ['instances'],
  status: ['instances'],
  instances: ['instances'],
  cost: ['instances'],
  offers: ['offers'],
  templates: ['templates'],
  volumes: ['volumes'],
  connections: ['connections'],
  keys: ['keys'],
  'ssh-keys': ['ssh_keys'],
  groups: ['endpoint_groups', 'worker_groups'],
  unsettled: ['unsettled'],
  profiles: ['profiles'],
};

const flag = '--json=';

/**
 * Takes the names out of `--json=id,label`. Not left to the parser: a flag whose value may be missing would take the
 * id in `instances --json 9120441` for one.
 */
export function takeJsonFields(argv: readonly string[]): { argv: string[]; fields?: string[] } {
  const end = argv.indexOf('--');
  const at = argv.findIndex((word, index) => word.startsWith(flag) && (end === -1 || index < end));
  const given = argv[at];
  if (given === undefined) return { argv: [...argv] };
  const fields = given
    .slice(flag.length)
    .split(',')
    .map((name) => name.trim());
  return { argv: argv.with(at, '--json'), fields: fields.filter((name) => name !== '') };
}

/** What is picked of the rows of a command; one without rows is not run, so that it writes nothing first. */
export function rowFieldsOf(command: Command, fields: readonly string[]): RowFields {
  const words = wordsOf(command);
  const lists = listsOf[words];
  if (lists === undefined)
    throw failure(
      'usage',
      'usage',
      `--json=FIELDS works only for lists; ${words} prints none`,
      'use --json alone',
    );
  if (fields.length === 0)
    throw failure('usage', 'usage', '--json= needs field names', 'use e.g. --json=id, or --json alone');
  return { lists, fields, known: knownOf(words, lists) };
}

/** The fields of a row of any of these lists. What a machine cost has rows of its own. */
function knownOf(words: string, lists: readonly string[]): ReadonlySet<string> {
  const names: Readonly<Record<string, string>> = knownRowFields;
  const rows = words === 'cost' ? ['cost'] : lists;
  return new Set(rows.flatMap((row) => (names[row] ?? '').split(' ')));
}

function wordsOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}
