import { type Command, Option } from 'commander';
import { knownFlags } from '../domain/cloud-copy.ts';

export const copyExample =
  'rigdeck copy 9120441 --direction to-cloud --instance-path /workspace/out --cloud-path /runs/7 --connection 1';

const collect = (flag: string, before: string[] | undefined): string[] => [...(before ?? []), flag];

/** A flag for each field of a cloud copy (interface.md, Cloud copy body). */
export const addCopyFlags = (command: Command): Command =>
  command
    .optionsGroup('Copy:')
    .addOption(new Option('--direction <way>', 'where the files go').choices(['to-cloud', 'from-cloud']))
    .option(
      '--instance-path <path>',
      'path on the instance: the source of to-cloud, the destination of from-cloud',
    )
    .option('--cloud-path <path>', 'path in the cloud storage: the other end')
    .option('--connection <id>', 'the connection to cloud storage, as rigdeck connections lists it')
    .addOption(
      new Option(
        '--flag <flag>',
        `an extra flag, again for each: ${knownFlags.map(({ flag }) => flag).join(', ')}`,
      ).argParser(collect),
    )
    .option(
      '--copy-key-file <path>',
      'an API key to send along, a scoped one at best; none is sent without it',
    )
    .option('--copy-key-stdin', 'the same from standard input')
    .option('-y, --yes', 'do not ask about flags that delete')
    .option('--cancel', 'call off what is being copied from or to the instance');
