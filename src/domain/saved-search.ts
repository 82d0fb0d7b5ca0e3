import type { OfferType, Order } from '../client/wire.ts';
import { formatOrder, formatQuery, parseOrder, parseQuery, type QueryFilters } from './query.ts';

/** What the service is asked for, as the search form holds it. */
export type SearchAsked = { type: OfferType; filters: QueryFilters; order: Order; limit: number };

/** A search under a name; `watch`: asked each minute while rigdeck is open. */
export type SavedSearch = { name: string; search: SearchAsked; watch: boolean };

/** What came of keeping one; the sentence says why not. */
export type SavedKept = { ok: true } | { ok: false; message: string };

/** The saved searches of the person, whatever the account. */
export type SavedSearchesPort = {
  /** In the order of the file; another array after each change. */
  list(): readonly SavedSearch[];
  /** What is wrong in the file, a sentence each; while there is something it is read as far as it goes and not written. */
  problems(): readonly string[];
  subscribe(listener: () => void): () => void;
  /** Counts for this run in any case. */
  change(of: (now: readonly SavedSearch[]) => readonly SavedSearch[]): Promise<SavedKept>;
  /** Reads the file again, which a hand or another rigdeck may have changed. */
  reload(): Promise<void>;
};

const mostLetters = 40;

/** A name as it is kept and typed behind `:`, lower-case words joined by hyphens; undefined when nothing is left of it. */
export function searchName(typed: string): string | undefined {
  const words = typed.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, mostLetters).replace(/-$/, '');
  return name === '' ? undefined : name;
}

/** `"cheap 4090"`: the name as it is shown beside what it found. */
export const quotedName = (name: string): string => `"${name.replaceAll('-', ' ')}"`;

/** One text for searches that ask for the same, whatever the order of their conditions. */
export const searchText = ({ type, filters, order, limit }: SearchAsked): string =>
  [type, formatQuery(filters).split(' ').sort().join(' '), formatOrder(order), limit].join(' | ');

/** The saved search that asks for the same as this one. */
export function savedAs(search: SearchAsked, saved: readonly SavedSearch[]): SavedSearch | undefined {
  const text = searchText(search);
  return saved.find((one) => searchText(one.search) === text);
}

/** A saved search as searches.toml has it: the conditions and the order in the words of the search language. */
export type SearchRecord = Readonly<Record<string, string | number | boolean>>;

export function toRecord({ name, search, watch }: SavedSearch): SearchRecord {
  const filter = formatQuery(search.filters);
  const order = formatOrder(search.order);
  return {
    name,
    type: search.type,
    ...(filter === '' ? {} : { filter }),
    ...(order === '' ? {} : { order }),
    limit: search.limit,
    ...(watch ? { watch } : {}),
  };
}

const recordKeys = ['name', 'type', 'filter', 'order', 'limit', 'watch'];

/** What a record of searches.toml says, or what is wrong with it, in one sentence without its stop. */
export function fromRecord(
  record: Readonly<Record<string, unknown>>,
): { ok: true; saved: SavedSearch } | { ok: false; reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const;
  const { name, type = 'on-demand', filter = '', order = '', limit = 64, watch = false } = record;
  const strange = Object.keys(record).find((key) => !recordKeys.includes(key));
  if (strange !== undefined) return no(`there is no setting ${strange}`);
  if (typeof name !== 'string' || searchName(name) !== name)
    return no('name must be lower-case words joined by hyphens, such as "cheap-4090"');
  if (type !== 'on-demand' && type !== 'bid') return no('type must be "on-demand" or "bid"');
  if (typeof watch !== 'boolean') return no('watch must be true or false');
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 1)
    return no('limit must be a whole number from 1');
  if (typeof filter !== 'string') return no('filter must be a text such as "gpu_name=RTX_4090 num_gpus=1"');
  if (typeof order !== 'string') return no('order must be a text such as "dph_total"');
  const conditions = parseQuery(filter);
  if (!conditions.ok) return no(`filter: at ${conditions.at + 1}: ${conditions.reason}`);
  const ordered = order.trim() === '' ? { ok: true as const, order: [] } : parseOrder(order);
  if (!ordered.ok) return no(`order: at ${ordered.at + 1}: ${ordered.reason}`);
  return {
    ok: true,
    saved: { name, watch, search: { type, filters: conditions.filters, order: ordered.order, limit } },
  };
}

/** How the file is read and written, for the one who keeps it. */
export type SearchRules = { toRecord: typeof toRecord; fromRecord: typeof fromRecord };
export const searchRules: SearchRules = { toRecord, fromRecord };

/** So many are asked by themselves; what is more would keep the person's own searches waiting. */
export const mostWatched = 5;

/** Those that are asked each minute. */
export const watchedOf = (saved: readonly SavedSearch[]): readonly SavedSearch[] =>
  saved.filter(({ watch }) => watch).slice(0, mostWatched);
