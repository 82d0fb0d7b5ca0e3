import type { OfferType, Order } from '../../client/wire.ts';
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

/** What is wrong with a setting of a record, in a sentence without its stop. */
export type RecordFault = { key: string; reason: string };

/** What a record of searches.toml says, or all that is wrong with it. */
export function fromRecord(
  record: Readonly<Record<string, unknown>>,
): { ok: true; saved: SavedSearch } | { ok: false; faults: readonly RecordFault[] } {
  const { name, type = 'on-demand', filter = '', order = '', limit = 64, watch = false } = record;
  const faults = Object.keys(record)
    .filter((key) => !recordKeys.includes(key))
    .map((key): RecordFault => ({ key, reason: `there is no setting ${key}` }));
  const conditions =
    typeof filter === 'string' ? parseQuery(filter) : notText('gpu_name=RTX_4090 num_gpus=1');
  const ordered = typeof order === 'string' ? readOrder(order) : notText('dph_total');
  const isNamed = typeof name === 'string' && searchName(name) === name;
  const isType = type === 'on-demand' || type === 'bid';
  const isWatch = typeof watch === 'boolean';
  const isLimit = typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 1;
  const fault = (key: string, reason: string) => faults.push({ key, reason });
  if (!isNamed) fault('name', 'name must be lower-case words joined by hyphens, such as "cheap-4090"');
  if (!isType) fault('type', 'type must be "on-demand" or "bid"');
  if (!isWatch) fault('watch', 'watch must be true or false');
  if (!isLimit) fault('limit', 'limit must be a whole number from 1');
  if (!conditions.ok) fault('filter', `filter${said(conditions)}`);
  if (!ordered.ok) fault('order', `order${said(ordered)}`);
  if (faults.length > 0 || !isNamed || !isType || !isWatch || !isLimit || !conditions.ok || !ordered.ok)
    return { ok: false, faults };
  return {
    ok: true,
    saved: { name, watch, search: { type, filters: conditions.filters, order: ordered.order, limit } },
  };
}

type Unread = { ok: false; at?: number; reason: string };

const notText = (example: string): Unread => ({ ok: false, reason: ` must be a text such as "${example}"` });

const readOrder = (order: string) =>
  order.trim() === '' ? { ok: true as const, order: [] } : parseOrder(order);

const said = ({ at, reason }: Unread): string => (at === undefined ? reason : `: at ${at + 1}: ${reason}`);

/** How the file is read and written, for the one who keeps it. */
export type SearchRules = { toRecord: typeof toRecord; fromRecord: typeof fromRecord };
export const searchRules: SearchRules = { toRecord, fromRecord };

/** So many are asked by themselves; what is more would keep the person's own searches waiting. */
export const mostWatched = 5;

/** Those that are asked each minute. */
export const watchedOf = (saved: readonly SavedSearch[]): readonly SavedSearch[] =>
  saved.filter(({ watch }) => watch).slice(0, mostWatched);
