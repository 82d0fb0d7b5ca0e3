import type { Instance } from '../../client/wire.ts';
import type { Column } from '../../columns.ts';
import { amount, rate } from '../../domain/format.ts';
import { epochMs, span } from '../../domain/format-time.ts';
import { readInstance } from '../../domain/lifecycle.ts';
import { instanceBurn, spent } from '../../domain/money.ts';
import { gpuLabel } from '../../domain/names.ts';
import { stateTone } from '../state-look.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);
const age = (instance: Instance, now: number): number | undefined => (instance.start_date === undefined ? undefined : Math.max(0, now - epochMs(instance.start_date)));

/** Columns of the instances list; the glyph of the state stands before them. */
export const instanceColumns: readonly Column<Instance>[] = [
  { id: 'id', title: 'ID', align: 'left', min: 7, ideal: 8, priority: 2, letter: 'i', cell: (i) => String(i.id), value: (i) => i.id },
  { id: 'label', title: 'LABEL', align: 'left', min: 6, ideal: 16, priority: 3, letter: 'l', cell: (i) => i.label, value: (i) => i.label },
  { id: 'gpu', title: 'GPU', align: 'left', min: 11, ideal: 14, priority: 6, letter: 'g', cell: gpuLabel, value: (i) => i.gpu_name },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    min: 12,
    ideal: 12,
    priority: 1,
    letter: 's',
    cell: (i) => readInstance(i).word,
    tone: (i) => stateTone(readInstance(i)),
    value: (i) => readInstance(i).word,
  },
  { id: 'age', title: 'AGE', align: 'right', min: 7, ideal: 7, priority: 3, letter: 'a', cell: (i, now) => known(span(age(i, now))), value: age },
  { id: 'rate', title: '$/H', align: 'right', min: 6, ideal: 6, priority: 1, letter: 'p', cell: (i) => known(rate(instanceBurn(i).perHour)), value: (i) => instanceBurn(i).perHour },
  { id: 'spent', title: 'SPENT', align: 'right', min: 6, ideal: 6, priority: 4, letter: 't', cell: (i, now) => known(amount(spent(i, now)?.dollars)), value: (i, now) => spent(i, now)?.dollars },
];
