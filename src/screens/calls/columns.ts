import { timeOrDate } from '../../base/format-time.ts';
import type { SeenCall } from '../../engine/services.ts';
import type { Column } from '../../tui/list/columns.ts';

/** How a call ended, in a word: the status where an answer came, else what came in its place. */
export const endOf = ({ status, kind }: SeenCall): string => (status === undefined ? (kind ?? 'no answer') : kind === 'shape' ? `${status} unread` : String(status));

/** Whether it ended as it should. */
export const wentWell = ({ kind }: SeenCall): boolean => kind === undefined;

/** Columns of the calls that were made. */
export const callColumns = (timeZone: string): readonly Column<SeenCall>[] => [
  { id: 'at', title: 'TIME', align: 'left', min: 8, ideal: 12, priority: 2, letter: 't', cell: ({ at }, now) => timeOrDate(at, now, timeZone), value: ({ at }) => at },
  { id: 'method', title: 'METHOD', align: 'left', min: 6, ideal: 6, priority: 1, letter: 'm', cell: ({ method }) => method, value: ({ method }) => method },
  { id: 'path', title: 'PATH', align: 'left', min: 20, ideal: 60, priority: 1, letter: 'p', cell: ({ path, query }) => `${path}${query}`, value: ({ path }) => path },
  {
    id: 'end',
    title: 'STATUS',
    align: 'left',
    min: 10,
    ideal: 10,
    priority: 1,
    letter: 's',
    cell: endOf,
    tone: (call) => (wentWell(call) ? undefined : 'bad'),
    value: endOf,
  },
  { id: 'ms', title: 'MS', align: 'right', min: 6, ideal: 6, priority: 3, letter: 'd', cell: ({ ms }) => String(Math.round(ms)), value: ({ ms }) => ms },
  { id: 'attempt', title: 'TRY', align: 'right', min: 3, ideal: 3, priority: 4, letter: 'a', cell: ({ attempt }) => String(attempt), value: ({ attempt }) => attempt },
];
