/** What a key costs on the line, in the Offers screen at 160 by 50. */

import { type Driven, drive, offersDeck } from './driven.ts';
import { otherPrograms } from './other-programs.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

async function bytesOf(one: Driven, keys: readonly string[], quietMs?: number): Promise<number[]> {
  const bytes: number[] = [];
  for (const key of keys) bytes.push((await one.press(key, quietMs)).bytes);
  return bytes;
}
/** Of many moves the sum counts: which key a late byte belongs to does not matter. Longer than Ink waits for a frame. */
const soon = 25;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const row = (id: string, what: string, value: number, runs: number) =>
  ({ id: `bytes-${id}`, group: 'bytes', what, value, unit: 'bytes', runs }) as const;

type ByHand = { move: NonNullable<Result['base']>; down: NonNullable<Result['base']> };

/** What the same costs programs of others, one after the other. */
async function ofOthers(tools: BenchTools, byHand: ByHand): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, driven, down, up, scrolls } of await otherPrograms(tools)) {
    await bytesOf(driven, [down, up]);
    const steps = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? down : up));
    const moved = median(await bytesOf(driven, steps));
    results.push(against(row(`move-${name}`, `cursor move, ${name}`, moved, steps.length), byHand.move));
    if (scrolls) {
      const downs = Array<string>(tools.quick ? 60 : 500).fill(down);
      const what = `mean move down a list of 1,000, ${name}`;
      results.push(
        against(
          row(`down-${name}`, what, mean(await bytesOf(driven, downs, soon)), downs.length),
          byHand.down,
        ),
      );
    }
    await driven.stop();
  }
  return results;
}

const moves = Array.from({ length: 20 }, (_, index) => 'jk'.charAt(index % 2));
const sizes = (quick: boolean) => (quick ? [100, 10_000] : [100, 10_000, 100_000]);

/** A move, a page, a filter that is typed and cleared and a sort, over so many offers. */
async function atSize(tools: BenchTools, count: number, byHand: ByHand): Promise<Result[]> {
  const deck = await offersDeck(tools, count);
  try {
    const of = (id: string, what: string, bytes: readonly number[]) =>
      row(`${count}-${id}`, `${what}, ${count.toLocaleString('en-US')} offers`, median(bytes), bytes.length);
    const moved = await bytesOf(deck, moves);
    const pages = await bytesOf(deck, ['\x06', '\x02', '\x06', '\x02', '\x06', '\x02']);
    await deck.press('g', 300);
    // Where much is filtered, what is said meanwhile belongs to the key.
    const quietMs = count > 10_000 ? 700 : 300;
    const all = { letter: [] as number[], clear: [] as number[], sort: [] as number[] };
    const note = async (into: number[], keys: string) => {
      into.push((await deck.press(keys, quietMs)).bytes);
    };
    for (let run = 0; run < (tools.quick ? 1 : 3); run += 1) {
      await deck.press('/', 300);
      for (const key of '4090') await note(all.letter, key);
      await note(all.clear, '\x1b');
      await deck.press('o', 300);
      await note(all.sort, run % 2 === 0 ? 'p' : 'v');
    }
    return [
      against({ ...of('move', 'cursor move', moved), target: 1.45, stretch: 1.1 }, byHand.move),
      against(of('page', 'page', pages), byHand.move),
      against(of('letter', 'filter letter with result and pane', all.letter), byHand.move),
      against(of('clear', 'filter cleared', all.clear), byHand.move),
      against(of('sort', 'sort', all.sort), byHand.move),
    ];
  } finally {
    await deck.stop();
  }
}

async function atSizes(tools: BenchTools, byHand: ByHand): Promise<Result[]> {
  const results: Result[] = [];
  for (const count of sizes(tools.quick)) results.push(...(await atSize(tools, count, byHand)));
  return results;
}

const measure: Measure = async (tools) => {
  const env = { BENCH_ROWS: '1000' };
  const [hand, ink] = [drive(tools, [tools.bare.ansi], { env }), drive(tools, [tools.bare.ink], { env })];
  const deck = await offersDeck(tools, 1000);
  try {
    await Promise.all([hand, ink].map((one) => one.press('j', 300)));
    const down = Array<string>(tools.quick ? 60 : 500).fill('j');
    const byHand = { what: 'hand-written', value: median(await bytesOf(hand, moves)) };
    // The pane follows once the cursor rests: it belongs to a move that stays.
    await deck.press('g', 300);
    const rested: number[] = [];
    for (const key of moves.slice(0, 10)) rested.push((await deck.press(key, 250)).bytes);
    await deck.press('g', 300);
    const downBeside = mean(await bytesOf(deck, down, soon));
    // Beside the pane only part of a line moves, so the list alone is measured too.
    await deck.press('p', 300);
    await deck.press('g', 300);
    const downAlone = mean(await bytesOf(deck, down, soon));
    const downByHand = { what: 'hand-written', value: mean(await bytesOf(hand, down, soon)) };
    const bare = median(await bytesOf(ink, moves));
    const results: Result[] = [
      against(row('rested', 'cursor move with the detail pane', median(rested), rested.length), byHand),
      against(
        {
          ...row('down', 'mean move down a list of 1,000', downAlone, down.length),
          target: 1.3,
          stretch: 1,
        },
        downByHand,
      ),
      against(row('down-pane', 'same, beside the detail pane', downBeside, down.length), downByHand),
      against(row('ink', 'cursor move, bare Ink', bare, moves.length), byHand),
    ];
    // Bytes are the same whatever else is done meanwhile.
    const all = { move: byHand, down: downByHand };
    const [sized, others] = await Promise.all([atSizes(tools, all), ofOthers(tools, all)]);
    return [...results, ...sized, ...others];
  } finally {
    await Promise.all([hand, ink, deck].map((one) => one.stop()));
  }
};

export default measure;
