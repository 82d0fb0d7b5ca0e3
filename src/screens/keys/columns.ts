import type { ApiKey } from '../../client/wire.ts';
import type { Column } from '../../columns.ts';
import { dateTime, epochMs } from '../../domain/format-time.ts';
import { mayText } from '../../domain/key-words.ts';

/** The keys of the account; `inUse` is the id of the one that rigdeck works with, where that is known. */
export function keyColumns(inUse: number | undefined, timeZone: string): readonly Column<ApiKey>[] {
  return [
    { id: 'id', title: 'ID', align: 'right', min: 6, ideal: 8, priority: 1, cell: (row) => String(row.id) },
    {
      id: 'name',
      title: 'NAME',
      align: 'left',
      min: 18,
      ideal: 28,
      priority: 2,
      // The mark stands first: a long name would push it off its end.
      cell: (row) => (row.id === inUse ? `(this key) ${row.name ?? ''}`.trimEnd() : row.name),
      tone: (row) => (row.id === inUse ? 'accent' : undefined),
    },
    { id: 'may', title: 'MAY', align: 'left', min: 28, ideal: 60, priority: 3, cell: mayText },
    {
      id: 'made',
      title: 'MADE',
      align: 'left',
      min: 21,
      ideal: 21,
      priority: 4,
      cell: (row) => (row.created_at === undefined ? undefined : dateTime(epochMs(row.created_at), timeZone)),
    },
  ];
}
