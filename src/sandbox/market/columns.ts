import { assumptions } from '../assumptions.ts';
import { unit } from '../random.ts';
import { type FixedField, fixedFields } from './fixed-fields.ts';
import { type Ground, trait } from './ground.ts';
import { gpuPrice, liveFields, type PriceView, priceLevel, type Read } from './live-fields.ts';

export type Column =
  | { kind: 'number'; values: Float64Array }
  | { kind: 'flag'; values: Uint8Array }
  | { kind: 'text'; codes: Uint32Array; words: (string | null)[] };

/** What happened to single offers, by their place in the market. */
export type OfferChange = { taken?: boolean; mine?: boolean; price?: number };

/**
 * The market at one moment, as one search sees it. A field that is filtered or sorted by becomes a column over
 * the whole market; the others are worked out for the few offers that are shown.
 */
export type View = {
  column: (name: string) => Column | undefined;
  /** Reads a number of offer after offer. */
  read: (name: string) => Read;
};

/** Can be searched and sorted but are not shown on an offer. */
const hidden: Record<string, FixedField> = {
  verified: { kind: 'flag', of: (g, i) => fixedFields.verification?.of(g, i) === 'verified' },
  datacenter: { kind: 'flag', of: (g, i) => Boolean(g.datacenter[i]) },
};
const searchable: Record<string, FixedField> = { ...fixedFields, ...hidden };
export const liveFlags = ['rentable', 'rented', 'is_bid'];

/** What kind of column has this name; undefined when there is none. */
export function columnKind(name: string): Column['kind'] | undefined {
  if (Object.hasOwn(searchable, name)) return searchable[name]?.kind;
  if (Object.hasOwn(liveFields, name)) return 'number';
  return liveFlags.includes(name) ? 'flag' : undefined;
}

/** Views of a market. Columns that never change are made once, the others kept for a few moments. */
export function createColumns(ground: Ground, lively: boolean) {
  const fixed = new Map<string, Column>();
  let levels: Float64Array | undefined;
  const prices = new Map<number, Float64Array>();
  const views = new Map<string, View>();

  const fixedColumn = (name: string): Column | undefined => {
    const known = fixed.get(name);
    const field = known === undefined ? searchable[name] : undefined;
    if (field === undefined) return known;
    const column = fill(ground, field);
    fixed.set(name, column);
    return column;
  };
  const pricesAt = (at: number): Float64Array => {
    let column = prices.get(at);
    if (column === undefined) {
      column = new Float64Array(ground.size);
      levels ??= Float64Array.from(column, (_, i) => priceLevel(ground, i));
      for (let i = 0; i < ground.size; i++) column[i] = gpuPrice(ground, i, at, levels[i]);
      keep(prices, at, column);
    }
    return column;
  };

  /** `version` tells apart states of `changes`. */
  return function viewAt(
    wanted: PriceView,
    changes: ReadonlyMap<number, OfferChange>,
    version: number,
  ): View {
    const at = Math.floor(wanted.at / assumptions.priceStep) * assumptions.priceStep;
    const key = `${at} ${wanted.diskGb} ${wanted.bid} ${version}`;
    const known = views.get(key);
    if (known !== undefined) return known;

    const view: PriceView = { ...wanted, at };
    const made = new Map<string, Column>();
    const gpuPrices = (): Float64Array => {
      const changed = [...changes].filter(([, change]) => change.price !== undefined);
      if (changed.length === 0) return pricesAt(at);
      const column = pricesAt(at).slice();
      for (const [i, change] of changed) column[i] = change.price as number;
      return column;
    };
    const read = (name: string): Read => {
      if (name === 'gpu_price' && !made.has(name)) made.set(name, { kind: 'number', values: gpuPrices() });
      const ready = made.get(name) ?? fixed.get(name);
      if (ready?.kind === 'number') return (i) => ready.values[i] as number;
      const field = searchable[name];
      if (field?.kind === 'number') return (i) => field.of(ground, i);
      return liveFields[name]?.(read, view, ground) ?? (() => Number.NaN);
    };
    const flagColumn = (name: string): Column => {
      const values = new Uint8Array(ground.size).fill(
        name === 'rentable' || (name === 'is_bid' && view.bid) ? 1 : 0,
      );
      if (name === 'is_bid') return { kind: 'flag', values };
      const held = name === 'rentable' ? 0 : 1;
      for (let i = 0; lively && i < ground.size; i++) if (takenByItself(ground, i, at)) values[i] = held;
      for (const [i, change] of changes) if (change.mine || change.taken) values[i] = held;
      return { kind: 'flag', values };
    };
    const liveColumn = (name: string): Column => {
      const value = read(name);
      const values = new Float64Array(ground.size);
      for (let i = 0; i < ground.size; i++) values[i] = value(i);
      return { kind: 'number', values };
    };
    const column = (name: string): Column | undefined => {
      const ready = made.get(name) ?? fixedColumn(name);
      if (ready !== undefined || columnKind(name) === undefined) return ready;
      const live = liveFlags.includes(name) ? flagColumn(name) : liveColumn(name);
      made.set(name, live);
      return live;
    };
    const result: View = { column, read };
    keep(views, key, result);
    return result;
  };
}

/** In a lively market somebody else holds an offer for an hour or so, now and then. */
export function takenByItself(ground: Ground, i: number, at: number): boolean {
  const hours = Math.floor(at / 3_600 + unit(ground.seed, i, trait.taken));
  return unit(ground.seed, i, 5_000_000 + hours) < 0.12;
}

function fill(ground: Ground, field: FixedField): Column {
  if (field.kind === 'number') {
    const values = new Float64Array(ground.size);
    for (let i = 0; i < ground.size; i++) values[i] = field.of(ground, i);
    return { kind: 'number', values };
  }
  if (field.kind === 'flag') {
    const values = new Uint8Array(ground.size);
    for (let i = 0; i < ground.size; i++) values[i] = field.of(ground, i) ? 1 : 0;
    return { kind: 'flag', values };
  }
  const codes = new Uint32Array(ground.size);
  const words: (string | null)[] = [];
  const codeOf = new Map<string | null, number>();
  for (let i = 0; i < ground.size; i++) {
    const word = field.of(ground, i);
    let code = codeOf.get(word);
    if (code === undefined) {
      code = words.push(word) - 1;
      codeOf.set(word, code);
    }
    codes[i] = code;
  }
  return { kind: 'text', codes, words };
}

/** Keeps the last four entries. */
function keep<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > 4 && !oldest.done) map.delete(oldest.value);
}
