import type { Command } from 'commander';
import { endpointGroupFields } from '../domain/endpoint-group.ts';
import type { GroupField } from '../domain/group-fields.ts';
import { workerGroupFields } from '../domain/worker-group-fields.ts';
import type { Act } from './command-list.ts';
import { addGroupFlags } from './group-flags.ts';

type Add = (
  name: string,
  what: string,
  example: string,
  options?: { flags?: (command: Command) => unknown; under?: Command },
) => Command;

const flagsOf = (title: string, fields: readonly GroupField[], purpose: 'create' | 'change') => ({
  flags: (command: Command) => addGroupFlags(command.optionsGroup(title), fields, purpose),
});
const guarded = (purpose: 'create' | 'change') => ({
  flags: (command: Command) =>
    addGroupFlags(command.optionsGroup('Worker group:'), workerGroupFields, purpose)
      .optionsGroup('Guard:')
      .option(
        '--max-total <$/h>',
        `${purpose} it only if all workers together cost at most this; asks nothing`,
      )
      .option('-y, --yes', 'do not ask'),
});
const yes = { flags: (command: Command) => command.option('-y, --yes', 'do not ask') };

/** `rigdeck groups` and what makes, changes and deletes them. Every field is a flag, from the domain's own tables. */
export function addGroupCommands(add: Add, act: Act): void {
  const under = add('groups', 'endpoint groups and their worker groups', 'rigdeck groups --json').action(
    act(async (c) => (await import('./groups.ts')).groupsCommand(c)),
  );
  const writes = () => import('./group-writes.ts');
  const deletion = () => import('./group-delete.ts');

  add(
    'create',
    'create a worker group; its workers are rented by the service and billed as instances',
    "rigdeck groups create --endpoint-name llm --search-params 'gpu_name=RTX_4090 num_gpus=1' --max-workers 4 --max-total 3",
    { under, ...guarded('create') },
  ).action(act(async (c, _, o) => (await writes()).createWorkerGroupCommand(c, o)));
  add('change', 'change fields of a worker group', 'rigdeck groups change 801 --max-workers 2', {
    under,
    ...guarded('change'),
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await writes()).changeWorkerGroupCommand(c, id as string, o)));
  add('delete', 'delete a worker group; its workers may go on', 'rigdeck groups delete 801 --yes', {
    under,
    ...yes,
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await deletion()).deleteGroupCommand(c, 'worker', id as string, o)));

  add('endpoint-create', 'create an endpoint group', 'rigdeck groups endpoint-create --endpoint-name llm', {
    under,
    ...flagsOf('Endpoint group:', endpointGroupFields, 'create'),
  }).action(act(async (c, _, o) => (await writes()).createEndpointGroupCommand(c, o)));
  add(
    'endpoint-change',
    'change fields of an endpoint group',
    'rigdeck groups endpoint-change 701 --state suspended',
    { under, ...flagsOf('Endpoint group:', endpointGroupFields, 'change') },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await writes()).changeEndpointGroupCommand(c, id as string, o)));
  add(
    'endpoint-delete',
    'delete an endpoint group and its worker groups',
    'rigdeck groups endpoint-delete 701 --yes',
    { under, ...yes },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await deletion()).deleteGroupCommand(c, 'endpoint', id as string, o)));
}
