import { assumptions } from '../assumptions.ts';
import { unit } from '../random.ts';
import { type FixedField, fixedFields } from './fixed-fields.ts';
import { type Ground, trait } from './ground.ts';
import { gpuPrice, liveNumbers, type PriceView } from './live-fields.ts';

export type Column =
  | { kind: 'number'; values: Float64Array }
  | { kind: 'flag'; values: Uint8Array }
  | { kind: 'text'; codes: Uint32Array; words: (string | null)[] };

/** What happened to single offers, by their place in the market. */
export type OfferChange = { taken?: boolean; mine?: boolean; price?: number };

/** The market at one moment, as one search sees it. */
export type View = { column: (name: string) => Column | undefined; numbers: (name: string) => Float64Array };

/** Columns that can be searched and sorted but are not shown on an offer. */
const hidden: Record<string, FixedField> = {
  verified: { kind: 'flag', of: (g, i) => fixedFields.verification?.of(g, i) === 'verified' },
  datacenter: { kind: 'flag', of: (g, i) => Boolean(g.datacenter[i]) },
};
const liveFlags = ['rentable', 'rented', 'is_bid'];

/** Names of the columns that stand on an offer. */
export const shownColumns: readonly string[] = [
  ...Object.keys(fixedFields),
  ...Object.keys(liveNumbers),
  ...liveFlags,
];

const kinds = new Map<string, Column['kind']>([
  ...Object.entries({ ...fixedFields, ...hidden }).map(([name, field]) => [name, field.kind] as const),
  ...Object.keys(liveNumbers).map((name) => [name, 'number'] as const),
  ...liveFlags.map((name) => [name, 'flag'] as const),
]);
/** What kind of column has this name; undefined when there is none. */
export const columnKind = (name: string): Column['kind'] | undefined => kinds.get(name);

/** Columns of a market, each made when it is first used; those that move with time are kept for a few moments. */
export function createColumns(ground: Ground, lively: boolean) {
  const fixed = new Map<string, Column>();
  const prices = new Map<number, Float64Array>();
  const views = new Map<string, View>();

  const fixedColumn = (name: string): Column | undefined => {
    const known = fixed.get(name);
    const field = known === undefined ? (fixedFields[name] ?? hidden[name]) : undefined;
    if (field === undefined) return known;
    const column = fill(ground, field);
    fixed.set(name, column);
    return column;
  };

  const pricesAt = (at: number): Float64Array => {
    let column = prices.get(at);
    if (column === undefined) {
      column = new Float64Array(ground.size);
      for (let i = 0; i < ground.size; i++) column[i] = gpuPrice(ground, i, at);
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
    const view: PriceView = { ...wanted, at };
    const key = `${at} ${view.diskGb} ${view.bid} ${version}`;
    const known = views.get(key);
    if (known !== undefined) return known;

    const made = new Map<string, Column>();
    const numbers = (name: string): Float64Array => {
      if (name === 'gpu_price') return gpuPrices();
      const column = columnOf(name);
      return column?.kind === 'number' ? column.values : new Float64Array(ground.size);
    };
    const gpuPrices = (): Float64Array => {
      const priced = [...changes].filter(([, change]) => change.price !== undefined);
      if (priced.length === 0) return pricesAt(at);
      const column = pricesAt(at).slice();
      for (const [i, change] of priced) column[i] = change.price as number;
      return column;
    };
    const flags = (name: string): Uint8Array => {
      const values = new Uint8Array(ground.size);
      if (name === 'is_bid') return values.fill(view.bid ? 1 : 0);
      if (name === 'rentable') values.fill(1);
      if (lively) {
        for (let i = 0; i < ground.size; i++) {
          if (takenByItself(ground, i, at)) values[i] = name === 'rentable' ? 0 : 1;
        }
      }
      for (const [i, change] of changes) {
        if (change.mine === true || change.taken === true) values[i] = name === 'rentable' ? 0 : 1;
      }
      return values;
    };
    const columnOf = (name: string): Column | undefined => {
      const ready = made.get(name) ?? fixedColumn(name);
      if (ready !== undefined) return ready;
      const live = liveNumbers[name];
      let column: Column | undefined;
      if (live !== undefined) {
        const value = live(ground, view, numbers);
        const values = new Float64Array(ground.size);
        for (let i = 0; i < ground.size; i++) values[i] = value(i);
        column = { kind: 'number', values };
      } else if (liveFlags.includes(name)) {
        column = { kind: 'flag', values: flags(name) };
      }
      if (column !== undefined) made.set(name, column);
      return column;
    };
    const result: View = { column: columnOf, numbers };
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
