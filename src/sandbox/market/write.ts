import { liveFlags, type View } from './columns.ts';
import { fixedFields } from './fixed-fields.ts';
import type { Ground } from './ground.ts';
import { liveFields } from './live-fields.ts';

/** Fixed parts of offers that are kept as text: those that are searched for again and again. */
const keptFixed = 4_000;
/** Offers of a view that are kept whole. */
const keptWhole = 500;

/** JSON of a number; a value that is not known is null. */
const jsonNumber = (value: number): string => (Number.isFinite(value) ? String(value) : 'null');

type Write = (i: number) => string;

/** The same, with what was written kept, until it is more than `most`: then it begins anew. */
function keeping(most: number, write: Write): Write {
  const texts = new Map<number, string>();
  return (i) => {
    let text = texts.get(i);
    if (text === undefined) {
      text = write(i);
      if (texts.size >= most) texts.clear();
      texts.set(i, text);
    }
    return text;
  };
}

/**
 * Writes offers straight as JSON: every field of the market and the parts that are made from them. A search
 * answers tens of thousands of cells; as objects they would cost more in garbage than the whole search. In one view an
 * offer is always the same.
 */
export function createOfferWriter(ground: Ground): (view: View) => Write {
  const fixedText = keeping(keptFixed, (i) =>
    Object.entries(fixedFields)
      .map(([name, { of }]) => {
        const value = of(ground, i);
        return `"${name}":${typeof value === 'number' ? jsonNumber(value) : JSON.stringify(value)}`;
      })
      .join(','),
  );
  const writers = new WeakMap<View, Write>();
  return (view) => {
    const known = writers.get(view) ?? keeping(keptWhole, writerOf(view, fixedText));
    writers.set(view, known);
    return known;
  };
}

function writerOf(view: View, fixedText: Write): Write {
  const numbers = Object.keys(liveFields).map((name) => [`,"${name}":`, view.read(name)] as const);
  const flags = liveFlags.map((name) => {
    const column = view.column(name);
    return [`,"${name}":`, column?.kind === 'flag' ? column.values : undefined] as const;
  });
  const [base, storage] = [view.read('dph_base'), view.read('storage_total_cost')];
  const [discounted, gpus] = [view.read('discounted_dph_total'), view.read('num_gpus')];
  const ends =
    '"time_remaining":"","time_remaining_isbid":"","bundled_results":null,"rn":1,"platform_fee":0}';
  return (i) => {
    let text = `{${fixedText(i)}`;
    for (const [name, read] of numbers) text += name + jsonNumber(read(i));
    for (const [name, values] of flags) text += name + (values?.[i] === 1);
    const disk = storage(i);
    return (
      `${text},"search":${priceParts(base(i), disk, discounted(i))},"instance":${priceParts(0, disk, disk)}` +
      `,"gpu_ids":${gpuIds(gpus(i))},${ends}`
    );
  };
}

const idTexts: string[] = [];

/** `[0,1,2,3]` for four. */
function gpuIds(count: number): string {
  idTexts[count] ??= JSON.stringify(Array.from({ length: count }, (_, gpu) => gpu));
  return idTexts[count];
}

/** The price parts of an offer: when running, and when stopped. */
const priceParts = (gpu: number, disk: number, reserved: number): string =>
  `{"gpuCostPerHour":${gpu},"diskHour":${disk},"totalHour":${gpu + disk},` +
  `"discountTotalHour":0,"discountedTotalPerHour":${reserved}}`;
