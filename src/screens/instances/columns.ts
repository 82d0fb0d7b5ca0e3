import { amount, disk } from '../../base/format.ts';
import { epochMs, span } from '../../base/format-time.ts';
import type { Instance } from '../../client/wire.ts';
import { contractEndCell } from '../../engine/auto-stop/messages.ts';
import { contractEnd } from '../../engine/auto-stop/rules.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { gpuLabel, shortPlace } from '../../engine/instances/names.ts';
import { burnCell, instanceBurn } from '../../engine/money/money.ts';
import type { SpentView } from '../../hooks/use-spent.ts';
import type { Column } from '../../tui/list/columns.ts';
import { spentCell } from '../list-words.ts';
import { stateTone } from '../state-look.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);
const age = (instance: Instance, now: number): number | undefined => (instance.start_date === undefined ? undefined : Math.max(0, now - epochMs(instance.start_date)));

const perDay = (instance: Instance): number | undefined => {
  const { perHour } = instanceBurn(instance);
  return perHour === undefined ? undefined : perHour * 24;
};

/** Stops that the service took and has reported nothing of since: when, in words, by id. */
export type AskedStops = ReadonlyMap<number, string>;

/** Fields of a record that the columns stand for. */
export const instanceFields = ['id', 'label', 'gpu_name', 'num_gpus', 'actual_status', 'start_date', 'gpu_util', 'disk_space', 'geolocation'];

/**
 * Columns of the instances list; the glyph of the state stands before them. What a machine is and what it costs stand
 * before what somebody called it: a long label is cut for them, and its age goes before either.
 */
export const instanceColumns = (asked: AskedStops, spent: Pick<SpentView, 'of' | 'isAsked'>): readonly Column<Instance>[] => [
  { id: 'id', title: 'ID', align: 'left', pinned: true, min: 7, ideal: 8, priority: 2, letter: 'i', cell: (i) => String(i.id), value: (i) => i.id },
  { id: 'label', title: 'LABEL', pinned: true, align: 'left', min: 6, ideal: 16, priority: 3, letter: 'l', cell: (i) => i.label, value: (i) => i.label },
  { id: 'gpu', title: 'GPU', align: 'left', min: 12, ideal: 18, priority: 2, letter: 'g', cell: gpuLabel, value: (i) => i.gpu_name },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    whole: true,
    min: 7,
    ideal: 12,
    priority: 1,
    letter: 's',
    cell: (i) => asked.get(i.id) ?? readInstance(i).word,
    tone: (i) => (asked.has(i.id) ? 'busy' : stateTone(readInstance(i))),
    value: (i) => readInstance(i).word,
  },
  {
    id: 'age',
    unit: 'span',
    title: 'AGE',
    align: 'right',
    min: 7,
    ideal: 7,
    priority: 4,
    letter: 'a',
    cell: (i, now) => contractEndCell(i, now) ?? known(span(age(i, now))),
    tone: (i, now) => (contractEnd(i, now) === undefined ? 'plain' : 'warn'),
    value: age,
  },
  {
    id: 'rate',
    unit: '$/h',
    name: 'price',
    title: '$/H',
    align: 'right',
    min: 5,
    ideal: 6,
    priority: 1,
    letter: 'p',
    cell: (i) => known(burnCell(i)),
    value: (i) => instanceBurn(i).perHour,
  },
  {
    id: 'day',
    unit: '$/day',
    name: 'price a day',
    title: '$/DAY',
    align: 'right',
    min: 6,
    ideal: 6,
    priority: 7,
    spare: true,
    cell: (i) => known(amount(perDay(i))),
    value: perDay,
  },
  {
    id: 'spent',
    unit: '$',
    title: 'SPENT',
    align: 'right',
    min: 5,
    ideal: 6,
    priority: 3,
    letter: 't',
    cell: spentCell(spent),
    value: (i, now) => spent.of(i, now)?.dollars,
  },
  { id: 'gpu_util', unit: '%', name: 'GPU load', title: 'LOAD', align: 'right', min: 4, ideal: 5, priority: 8, spare: true, cell: (i) => load(i.gpu_util), value: (i) => i.gpu_util },
  { id: 'disk_space', unit: 'GB', name: 'disk', title: 'DISK', align: 'right', min: 5, ideal: 5, priority: 8, spare: true, cell: (i) => known(disk(i.disk_space)), value: (i) => i.disk_space },
  { id: 'geolocation', name: 'place', title: 'WHERE', align: 'left', min: 5, ideal: 6, priority: 9, spare: true, cell: (i) => shortPlace(i.geolocation), value: (i) => i.geolocation },
];

const load = (percent: number | undefined): string | undefined => (percent === undefined ? undefined : `${Math.round(percent)}%`);
