import { take } from '../../base/cells.ts';
import { amount, rate } from '../../base/format.ts';
import type { Instance } from '../../client/wire.ts';
import { gpuLabel, instanceName } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { burnCell, burnParts, type Spent } from '../../engine/money/money.ts';
import type { SpentView } from '../../hooks/use-spent.ts';
import type { Column } from '../../tui/list/columns.ts';
import { spentCell } from '../list-words.ts';
import { stateTone } from '../state-look.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);
const perDay = (i: Instance): number | undefined => {
  const { total } = burnParts(i);
  return total === undefined ? undefined : total * 24;
};

/** Its label, or its id and the mark that the list shows as its label. */
function nameAndMark(row: Instance, alike: ReadonlySet<number>): string {
  const [name, label] = [instanceName(row), row.label?.trim() ?? ''];
  if (alike.has(row.id)) return `${row.id} ${label}`;
  return label === '' || name === label ? name : `${name} ${label}`;
}

/** Cells of a name that stand on every terminal. */
const nameCells = 9;

/** Ids of the machines whose names a narrow list would cut to the same: there the id stands first. */
export function alikeNames(rows: readonly Instance[]): ReadonlySet<number> {
  const startOf = (row: Instance) => take(instanceName(row).trim(), nameCells);
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(startOf(row), (counts.get(startOf(row)) ?? 0) + 1);
  return new Set(rows.filter((row) => (counts.get(startOf(row)) ?? 0) > 1).map(({ id }) => id));
}

/** Where a figure of what was spent comes from, as a word of its column. */
const basisWords: Record<Spent['basis'], string> = {
  charged: 'charged',
  uptime: 'uptime',
  age: 'age',
  disk: 'disk only',
  seen: 'last seen',
};

/** Columns of the costs; what was spent is known from outside the record where the service tells it; `alike` are ids that `alikeNames` found. */
export const moneyColumns = (spent: Pick<SpentView, 'of' | 'isAsked'>, alike: ReadonlySet<number> = new Set()): readonly Column<Instance>[] => [
  { id: 'name', title: 'NAME', align: 'left', min: 8, ideal: 18, priority: 1, letter: 'n', cell: (i) => nameAndMark(i, alike), value: instanceName },
  { id: 'gpu', title: 'GPU', align: 'left', min: 11, ideal: 14, priority: 7, letter: 'g', cell: gpuLabel, value: (i) => i.gpu_name },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    min: 12,
    ideal: 12,
    priority: 3,
    letter: 's',
    cell: (i) => readInstance(i).word,
    tone: (i) => stateTone(readInstance(i)),
    value: (i) => readInstance(i).word,
  },
  { id: 'gpu-rate', unit: '$/h', title: 'GPU/H', align: 'right', min: 6, ideal: 7, priority: 4, letter: 'u', cell: (i) => known(rate(burnParts(i).gpu)), value: (i) => burnParts(i).gpu },
  { id: 'disk-rate', unit: '$/h', title: 'DISK/H', align: 'right', min: 6, ideal: 7, priority: 4, letter: 'k', cell: (i) => known(rate(burnParts(i).disk)), value: (i) => burnParts(i).disk },
  { id: 'rate', unit: '$/h', name: 'price', title: '$/H', align: 'right', min: 6, ideal: 7, priority: 1, letter: 'p', cell: (i) => known(burnCell(i)), value: (i) => burnParts(i).total },
  { id: 'day', unit: '$/day', name: 'price a day', title: '$/DAY', align: 'right', min: 6, ideal: 7, priority: 2, letter: 'y', cell: (i) => known(amount(perDay(i))), value: perDay },
  { id: 'spent', unit: '$', title: 'SPENT', align: 'right', min: 6, ideal: 8, priority: 2, letter: 't', cell: spentCell(spent), value: (i, now) => spent.of(i, now)?.dollars },
  {
    id: 'basis',
    title: 'FROM',
    align: 'left',
    min: 9,
    ideal: 9,
    priority: 6,
    cell: (i, now) => {
      const known = spent.of(i, now);
      return known === undefined ? undefined : basisWords[known.basis];
    },
  },
];
