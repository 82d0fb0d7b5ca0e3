import { width } from '../../base/cells.ts';
import { rate } from '../../base/format.ts';
import { type GroupRow, workersRate, workersRateCell } from '../../engine/groups/group-rows.ts';
import type { Column } from '../../tui/list/columns.ts';
import { endpointLook, machinesOf, workersWord } from './words.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);
const figure = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value));
const record = (row: GroupRow) => (row.kind === 'endpoint' ? row.endpoint : row.group);

/** An endpoint group's own line has its name, the lines of its worker groups beneath are set in; one whose endpoint group is not listed is beneath none. */
function name(row: GroupRow): string {
  if (row.kind === 'endpoint') return `${row.id} ${row.endpoint.endpoint_name ?? ''}`.trimEnd();
  return row.endpoint === undefined ? `${row.id} worker group` : `  ${row.id}`;
}

/** Room for what workers cost: while one boots that is two figures. */
const rateCells = (rows: readonly GroupRow[]): number => Math.max(6, ...rows.map((row) => width(workersRateCell(workersRate(row.workers)))));

/** Columns of the groups, an endpoint group and its worker groups as one list. */
export const groupColumns = (rows: readonly GroupRow[]): readonly Column<GroupRow>[] => [
  { id: 'group', title: 'GROUP', align: 'left', min: 14, ideal: 20, priority: 1, cell: name },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    min: 11,
    ideal: 11,
    priority: 1,
    cell: (row) => (row.kind === 'endpoint' ? row.endpoint.endpoint_state : workersWord(row.workers)),
    tone: (row) => (row.kind === 'endpoint' ? endpointLook(row.endpoint.endpoint_state).tone : 'plain'),
  },
  {
    id: 'workers',
    title: 'WORKERS',
    align: 'right',
    min: 7,
    ideal: 7,
    priority: 1,
    cell: ({ workers, most }) => `${figure(workers?.length) ?? '·'}/${figure(most) ?? '·'}`,
  },
  { id: 'rate', unit: '$/h', title: '$/H', align: 'right', min: rateCells(rows), ideal: rateCells(rows), priority: 1, cell: (row) => known(workersRateCell(workersRate(row.workers))) },
  { id: 'worst', unit: '$/h', title: 'AT WORST', align: 'right', min: 8, ideal: 8, priority: 2, cell: ({ worst }) => known(rate(worst.most)) },
  { id: 'load', title: 'MIN LOAD', align: 'right', min: 8, ideal: 8, priority: 4, cell: (row) => figure(record(row).min_load) },
  { id: 'target', title: 'TARGET', align: 'right', min: 6, ideal: 6, priority: 5, cell: (row) => figure(record(row).target_util) },
  { id: 'machines', title: 'MACHINES', align: 'left', min: 16, ideal: 40, priority: 6, cell: machinesOf },
];

/** Looked through by the filter and never drawn: a worker group is found by the name of its endpoint group, too. */
export const familyColumn: Column<GroupRow> = {
  id: 'endpoint',
  title: 'ENDPOINT',
  align: 'left',
  min: 0,
  ideal: 0,
  priority: 9,
  cell: (row) => (row.kind === 'worker' ? (row.endpoint?.endpoint_name ?? row.group.endpoint_name) : undefined),
};
