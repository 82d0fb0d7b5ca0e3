import { disk, rate } from '../../base/format.ts';
import { epochMs, span } from '../../base/format-time.ts';
import type { Instance, Volume } from '../../client/wire.ts';
import { nameOfId } from '../../engine/instances/names.ts';
import { volumeRate } from '../../engine/volumes/volumes.ts';
import type { Column } from '../../tui/list/columns.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);

/** What a volume is attached to: names where the list of instances has them, `nothing` where the service says so. */
const attached = ({ instances: ids }: Volume, instances: readonly Instance[] | undefined): string | undefined =>
  ids === undefined ? undefined : ids.length === 0 ? 'nothing' : ids.map((id) => nameOfId(instances, id)).join(', ');

/** Fields of a volume that its columns stand for. */
export const volumeFields = ['id', 'label', 'disk_space', 'machine_id', 'start_date'];

export const volumeColumns = (instances: readonly Instance[] | undefined): readonly Column<Volume>[] => [
  { id: 'id', title: 'ID', align: 'right', min: 2, ideal: 2, priority: 1, letter: 'i', cell: ({ id }) => String(id), value: ({ id }) => id },
  { id: 'label', title: 'LABEL', align: 'left', min: 8, ideal: 16, priority: 2, letter: 'l', cell: ({ label }) => label, value: ({ label }) => label },
  { id: 'size', unit: 'GB', title: 'SIZE', align: 'right', min: 5, ideal: 6, priority: 1, letter: 's', cell: (v) => known(disk(v.disk_space)), value: (v) => v.disk_space },
  {
    id: 'machine',
    title: 'MACHINE',
    align: 'right',
    min: 7,
    ideal: 8,
    priority: 2,
    letter: 'm',
    cell: ({ machine_id }) => (machine_id === undefined ? undefined : String(machine_id)),
    value: ({ machine_id }) => machine_id,
  },
  {
    id: 'attached',
    title: 'ATTACHED TO',
    align: 'left',
    min: 12,
    ideal: 20,
    priority: 1,
    letter: 't',
    cell: (row) => attached(row, instances),
    value: (row) => attached(row, instances),
  },
  { id: 'rate', unit: '$/h', title: '$/H', align: 'right', min: 6, ideal: 6, priority: 3, name: 'price', letter: 'p', cell: (row) => known(rate(volumeRate(row))), value: volumeRate },
  {
    id: 'age',
    unit: 'span',
    title: 'AGE',
    align: 'right',
    min: 7,
    ideal: 7,
    priority: 4,
    letter: 'a',
    value: ({ start_date: start }) => (start === undefined ? undefined : -start),
    cell: (row, now) => (row.start_date === undefined ? undefined : known(span(Math.max(0, now - epochMs(row.start_date))))),
  },
];
