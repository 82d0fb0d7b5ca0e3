import { type Command, Option } from 'commander';
import type { GroupDraft, GroupError, GroupField } from '../domain/group-fields.ts';
import { failure } from './failure.ts';
import type { Io } from './io.ts';

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

const optionOf = ({ flag, kind, unit, help, usual }: GroupField, purpose: 'create' | 'change'): Option =>
  new Option(
    `${flag} <${unit ?? values[kind]}>`,
    usual === undefined || purpose === 'change' ? help : `${help} (default ${usual})`,
  );

/** A flag for each field of a group, as the domain lists them; one that a creation does not take is left out. */
export function addGroupFlags(
  command: Command,
  fields: readonly GroupField[],
  purpose: 'create' | 'change',
): Command {
  for (const field of fields) {
    if (purpose === 'create' && field.changeOnly === true) continue;
    command.addOption(optionOf(field, purpose));
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
      throw failure('usage', 'bad_value', `${flag} is empty: leave it out to leave the field as it is.`);
    draft[name] = given;
  }
  if (options.launchArgsStdin !== true) return draft;
  if ('launch_args' in draft)
    throw failure(
      'usage',
      'bad_value',
      'Launch arguments come from a flag or from standard input, not both.',
    );
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
      return flag === undefined ? `${message}: say with a flag what is to change.` : `${flag}: ${message}`;
    })
    .join('\n');
}
