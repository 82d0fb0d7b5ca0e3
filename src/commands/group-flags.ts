import { type Command, Option } from 'commander';
import type { GroupDraft, GroupError, GroupField } from '../engine/groups/group-fields.ts';
import { failure } from './cli/failure.ts';
import type { Io } from './cli/io.ts';

/** As commander gives them: by the flag's name in camel case. */
export type GroupOptions = Record<string, unknown> & {
  launchArgsStdin?: boolean;
  yes?: boolean;
  maxTotal?: string;
};

const values: Readonly<Record<GroupField['kind'], string>> = {
  text: 'text',
  search: 'conditions',
  id: 'id',
  amount: 'number',
  share: 'share',
  count: 'n',
  gigabytes: 'GB',
  state: 'state',
};

/** Under which heading a flag is listed; the others are about the group itself. */
const headings: Readonly<Record<string, string>> = {
  min_load: 'Scaling:',
  min_cold_load: 'Scaling:',
  target_util: 'Scaling:',
  cold_mult: 'Scaling:',
  cold_workers: 'Scaling:',
  max_workers: 'Scaling:',
  test_workers: 'Scaling:',
  max_queue_time: 'Requests:',
  target_queue_time: 'Requests:',
  inactivity_timeout: 'Requests:',
};

const optionOf = ({ flag, kind, unit, help, usual }: GroupField, purpose: 'create' | 'change'): Option =>
  new Option(
    `${flag} <${unit ?? values[kind]}>`,
    usual === undefined || purpose === 'change' ? help : `${help} (default ${usual})`,
  );

/** A flag for each field of a group, as the domain lists them; one that a creation does not take is left out. */
export function addGroupFlags(
  command: Command,
  { title, fields, purpose }: { title: string; fields: readonly GroupField[]; purpose: 'create' | 'change' },
): Command {
  command.optionsGroup(title);
  for (const field of fields) {
    if (purpose === 'create' && field.changeOnly === true) continue;
    command.addOption(optionOf(field, purpose).helpGroup(headings[field.name] ?? title));
    if (field.name === 'launch_args')
      command.option('--launch-args-stdin', 'Read launch arguments from standard input');
  }
  return command;
}

/**
 * The flags as a draft. A flag with nothing behind it is a slip and no untouched field, but for launch arguments, which
 * a change can take off.
 */
export async function readGroupFlags<Name extends string>(
  io: Pick<Io, 'readAll'>,
  options: GroupOptions,
  fields: readonly GroupField<Name>[],
): Promise<GroupDraft<Name>> {
  const draft: Partial<Record<Name, string>> = {};
  for (const { name, flag } of fields) {
    const given = options[new Option(flag).attributeName()];
    if (typeof given !== 'string') continue;
    if (given.trim() === '' && name !== 'launch_args')
      throw failure('usage', 'bad_value', `${flag} needs a value`);
    draft[name] = given;
  }
  if (options.launchArgsStdin !== true) return draft;
  if ('launch_args' in draft)
    throw failure('usage', 'bad_value', '--launch-args and --launch-args-stdin cannot be used together');
  return { ...draft, launch_args: (await io.readAll()).trim() };
}

/** What is wrong with a draft, by the flags that it came from. */
export function explainGroupErrors<Name extends string>(
  errors: readonly GroupError<Name>[],
  fields: readonly GroupField<Name>[],
): string {
  return errors
    .map(({ field, message }) => {
      const flag = fields.find(({ name }) => name === field)?.flag;
      return flag === undefined ? 'pass at least one field to change' : `${flag}: ${message}`;
    })
    .join('\n');
}
