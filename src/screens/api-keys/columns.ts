import { dateTime, epochMs } from '../../base/format-time.ts';
import type { ApiKey } from '../../client/wire.ts';
import { mayText } from '../../engine/api-keys/key-words.ts';
import type { Column } from '../../tui/list/columns.ts';

type KeyLook = {
  /** The id of the key that rigdeck works with, where that is known. */
  inUse: number | undefined;
  /** Ids of those whose value nobody kept. */
  unkept: ReadonlySet<number>;
  timeZone: string;
  glyphs: { warn: string };
};

/** The keys of the account. */
export function keyColumns({ inUse, unkept, timeZone, glyphs }: KeyLook): readonly Column<ApiKey>[] {
  const mark = ({ id }: ApiKey) => (id === inUse ? '(this key)' : unkept.has(id) ? `${glyphs.warn} not kept` : '');
  return [
    { id: 'id', title: 'ID', align: 'right', min: 2, ideal: 2, priority: 1, letter: 'i', cell: (row) => String(row.id), value: ({ id }) => id },
    {
      id: 'name',
      title: 'NAME',
      align: 'left',
      min: 18,
      ideal: 28,
      priority: 2,
      letter: 'n',
      value: ({ name }) => name,
      // The mark stands first: a long name would push it off its end.
      cell: (row) => (mark(row) === '' ? row.name : `${mark(row)} ${row.name ?? ''}`.trimEnd()),
      tone: (row) => (row.id === inUse ? 'accent' : unkept.has(row.id) ? 'warn' : undefined),
    },
    { id: 'may', title: 'MAY', align: 'left', min: 28, ideal: 44, priority: 3, letter: 'm', cell: mayText, value: mayText },
    {
      id: 'made',
      title: 'MADE',
      align: 'left',
      min: 21,
      ideal: 21,
      priority: 4,
      spare: true,
      letter: 'a',
      value: (row) => row.created_at,
      cell: (row) => (row.created_at === undefined ? undefined : dateTime(epochMs(row.created_at), timeZone)),
    },
  ];
}
