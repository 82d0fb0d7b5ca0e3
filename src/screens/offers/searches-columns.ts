import { ratePerHour } from '../../base/format.ts';
import { buildSearchBody, describeFilters, formatOrder } from '../../engine/offers/query.ts';
import type { SavedSearch } from '../../engine/offers/saved-search.ts';
import type { Column } from '../../tui/list/columns.ts';

/** A saved search in its list; `key` is its place in it, and `best` the lowest price seen in this run ($/h). */
export type SearchRow = SavedSearch & { key: number; best?: number | undefined; asked: boolean };

/** The watched ones have a word for it, and a price once one was seen. */
export const searchColumns: readonly Column<SearchRow>[] = [
  { id: 'name', title: 'NAME', align: 'left', min: 10, ideal: 24, priority: 1, cell: ({ name }) => name },
  {
    id: 'watch',
    title: 'WATCH',
    align: 'left',
    min: 7,
    ideal: 7,
    priority: 2,
    cell: ({ watch, asked }) => (asked ? 'watched' : watch ? 'waits' : undefined),
  },
  {
    id: 'best',
    title: 'BEST',
    align: 'right',
    min: 8,
    ideal: 9,
    priority: 3,
    cell: ({ best }) => (best === undefined ? undefined : ratePerHour(best)),
  },
  {
    id: 'search',
    title: 'SEARCH',
    align: 'left',
    min: 24,
    ideal: 52,
    priority: 2,
    cell: ({ search }) => describeFilters(buildSearchBody(search)),
  },
  {
    id: 'order',
    title: 'ORDER',
    align: 'left',
    min: 10,
    ideal: 20,
    priority: 5,
    cell: ({ search }) => formatOrder(search.order) || undefined,
  },
  {
    id: 'limit',
    title: 'LIMIT',
    align: 'right',
    min: 5,
    ideal: 5,
    priority: 6,
    cell: ({ search }) => String(search.limit),
  },
];
