import type { Command } from 'commander';
import { endpointGroupFields } from '../engine/groups/endpoint-group.ts';
import type { GroupField } from '../engine/groups/group-fields.ts';
import { workerGroupFields } from '../engine/groups/worker-group-fields.ts';
import type { Act } from './cli/context.ts';
import { yes as yesFlag } from './cli/help.ts';
import type { Add } from './command-list.ts';
import { addGroupFlags } from './group-flags.ts';

const guarded = (title: string, fields: readonly GroupField[], purpose: 'create' | 'change') => ({
  flags: (command: Command) =>
    addGroupFlags(command, { title, fields, purpose })
      .optionsGroup('Guard:')
      .option('--max-total <$/h>', `Max price of all workers (${purpose}s without asking)`)
      .option('-y, --yes', "Don't ask for confirmation"),
});
const yes = { flags: yesFlag("Don't ask for confirmation") };

/** `rigdeck groups` and what makes, changes and deletes them. Every field is a flag, from the domain's own tables. */
export function addGroupCommands(add: Add, act: Act): void {
  const under = add('groups', 'List endpoint groups and their worker groups', [
    'rigdeck groups',
    'rigdeck groups --json',
  ]).action(act(async (c) => (await import('./groups.ts')).groupsCommand(c)));
  const writes = () => import('./group-writes.ts');
  const deletion = () => import('./group-delete.ts');

  add(
    'create',
    'Create a worker group (its workers are billed as instances)',
    [
      "rigdeck groups create --endpoint-name llm --max-workers 4 --max-total 3 \\\n    --search-params 'gpu_name=RTX_4090 num_gpus=1'",
      'rigdeck groups create --endpoint-id 701 --template-id 401 --yes',
    ],
    { under, ...guarded('Worker group:', workerGroupFields, 'create') },
  ).action(act(async (c, _, o) => (await writes()).createWorkerGroupCommand(c, o)));
  add(
    'change',
    'Change fields of a worker group',
    ['rigdeck groups change 801 --max-workers 2', 'rigdeck groups change 801 --max-workers 4 --max-total 5'],
    { under, ...guarded('Worker group:', workerGroupFields, 'change') },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await writes()).changeWorkerGroupCommand(c, id as string, o)));
  add(
    'delete',
    'Delete a worker group (its workers may keep running)',
    ['rigdeck groups delete 801', 'rigdeck groups delete 801 --yes'],
    { under, ...yes },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await deletion()).deleteGroupCommand(c, 'worker', id as string, o)));

  add(
    'endpoint-create',
    'Create an endpoint group',
    [
      'rigdeck groups endpoint-create --endpoint-name llm',
      'rigdeck groups endpoint-create --endpoint-name llm --max-workers 4',
    ],
    {
      under,
      flags: (command) =>
        addGroupFlags(command, { title: 'Endpoint group:', fields: endpointGroupFields, purpose: 'create' }),
    },
  ).action(act(async (c, _, o) => (await writes()).createEndpointGroupCommand(c, o)));
  add(
    'endpoint-change',
    'Change fields of an endpoint group',
    [
      'rigdeck groups endpoint-change 701 --state suspended',
      'rigdeck groups endpoint-change 701 --max-workers 2 --max-total 5',
    ],
    { under, ...guarded('Endpoint group:', endpointGroupFields, 'change') },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await writes()).changeEndpointGroupCommand(c, id as string, o)));
  add(
    'endpoint-delete',
    'Delete an endpoint group and its worker groups',
    ['rigdeck groups endpoint-delete 701', 'rigdeck groups endpoint-delete 701 --yes'],
    { under, ...yes },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await deletion()).deleteGroupCommand(c, 'endpoint', id as string, o)));
}
