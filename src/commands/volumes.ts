import { disk, rate } from '../base/format.ts';
import type { Volume } from '../client/wire.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { volumeRate } from '../engine/volumes/volumes.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { publicList } from './cli/public-list.ts';

const attached = ({ instances }: Volume): string | undefined => instances?.join(',');

const columns: readonly PrintColumn<Volume>[] = [
  { title: 'ID', text: ({ id }) => String(id), raw: ({ id }) => id, right: true },
  { title: 'LABEL', text: ({ label }) => label ?? '·', raw: ({ label }) => label, least: 10, priority: 3 },
  { title: 'SIZE', text: (v) => disk(v.disk_space), raw: (v) => v.disk_space, right: true },
  { title: 'MACHINE', text: (v) => String(v.machine_id ?? '·'), raw: (v) => v.machine_id, right: true },
  {
    title: 'ATTACHED TO',
    text: (v) => (attached(v) === '' ? 'nothing' : (attached(v) ?? '·')),
    raw: attached,
    least: 24,
  },
  { title: '$/H', text: (v) => rate(volumeRate(v)), raw: volumeRate, right: true, priority: 2 },
];

/** `rigdeck volumes`: the account's volumes, for `rigdeck rent --volume`. */
export async function volumesCommand(context: CommandContext): Promise<number> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const list = await publicList(
    api,
    api.listVolumes({ signal }),
    'This service lists no volumes.',
    'Take the id of a volume from the web console.',
  );
  const volumes = list.rows;
  if (json) printJson(io, { schema: 1, volumes, ...wholeness(list) });
  else printRows(io, columns, volumes);
  if (!json && volumes.length === 0 && isWhole(list)) io.say('No volumes.');
  return listEnd(io, 'volume', list);
}
