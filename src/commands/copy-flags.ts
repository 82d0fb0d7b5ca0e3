import { type Command, Option } from 'commander';
import { knownFlags } from '../engine/transfer/cloud-copy.ts';

export const copyExamples = [
  'rigdeck copy 9120441 --direction to-cloud --connection 1 \\\n    --instance-path /workspace/out --cloud-path /runs/7',
  'rigdeck copy 9120441 --cancel',
];

const collect = (flag: string, before: string[] | undefined): string[] => [...(before ?? []), flag];

/** A flag for each field of a cloud copy (interface.md, Cloud copy body). */
export const addCopyFlags = (command: Command): Command =>
  command
    .addOption(new Option('--direction <way>', 'Direction of the copy').choices(['to-cloud', 'from-cloud']))
    .option('--instance-path <path>', 'Path on the instance')
    .option('--cloud-path <path>', 'Path in the cloud storage')
    .option('--connection <id>', 'Cloud storage connection (see rigdeck connections)')
    .addOption(
      new Option(
        '--flag <flag>',
        `Extra flag, repeatable (one of: ${knownFlags.map(({ flag }) => flag).join(', ')})`,
      ).argParser(collect),
    )
    .option('--copy-key-file <path>', 'API key to send along, from a file (default none)')
    .option('--copy-key-stdin', 'API key to send along, from standard input')
    .option('-y, --yes', "Don't ask about flags that delete")
    .option('--cancel', "Cancel the instance's current copy");
