/** What a key costs on the line, in the Offers screen at 160 by 50. */

import { type Driven, drive, offersDeck } from './driven.ts';
import { otherPrograms } from './other-programs.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

async function bytesOf(one: Driven, keys: readonly string[]): Promise<number[]> {
  const bytes: number[] = [];
  for (const key of keys) bytes.push((await one.press(key)).bytes);
  return bytes;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const row = (id: string, what: string, value: number, runs: number) =>
  ({ id: `bytes-${id}`, group: 'bytes', what, value, unit: 'bytes', runs }) as const;

type ByHand = { move: NonNullable<Result['base']>; down: NonNullable<Result['base']> };

/** What the same costs programs of others, one after the other. */
async function ofOthers(tools: BenchTools, byHand: ByHand): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, driven, down, up, scrolls } of await otherPrograms(tools)) {
    await bytesOf(driven, [down, up]);
    const moves = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? down : up));
    const moved = median(await bytesOf(driven, moves));
    results.push(against(row(`move-${name}`, `cursor move, ${name}`, moved, moves.length), byHand.move));
    if (scrolls) {
      const downs = Array<string>(tools.quick ? 60 : 500).fill(down);
      const what = `mean of moves down a long list, ${name}`;
      results.push(
        against(row(`down-${name}`, what, mean(await bytesOf(driven, downs)), downs.length), byHand.down),
      );
    }
    await driven.stop();
  }
  return results;
}

const measure: Measure = async (tools) => {
  const env = { BENCH_ROWS: '1000' };
  const [hand, ink] = [drive(tools, [tools.bare.ansi], { env }), drive(tools, [tools.bare.ink], { env })];
  const deck = await offersDeck(tools, 1000);
  try {
    await Promise.all([hand, ink].map((one) => one.press('j', 300)));
    const moves = Array.from({ length: 20 }, (_, index) => 'jk'.charAt(index % 2));
    const down = Array<string>(tools.quick ? 60 : 500).fill('j');
    const byHand = { what: 'by hand', value: median(await bytesOf(hand, moves)) };
    const moved = median(await bytesOf(deck, moves));
    const pages = median(await bytesOf(deck, ['\x06', '\x02', '\x06', '\x02', '\x06', '\x02']));
    // The pane follows once the cursor rests: it belongs to a move that stays.
    await deck.press('g', 300);
    const rested: number[] = [];
    for (const key of moves.slice(0, 10)) rested.push((await deck.press(key, 250)).bytes);
    await deck.press('g', 300);
    const downBeside = mean(await bytesOf(deck, down));
    // Beside the pane only part of a line moves, so the list alone is measured too.
    await deck.press('p', 300);
    await deck.press('g', 300);
    const downAlone = mean(await bytesOf(deck, down));
    const downByHand = { what: 'by hand', value: mean(await bytesOf(hand, down)) };
    const results: Result[] = [
      against({ ...row('move', 'cursor move', moved, moves.length), target: 1.45, stretch: 1.1 }, byHand),
      against(
        { ...row('down', 'mean of moves down a long list', downAlone, down.length), target: 1.3, stretch: 1 },
        downByHand,
      ),
      against(row('down-pane', 'the same beside the pane', downBeside, down.length), downByHand),
      against(row('ink', 'cursor move, bare Ink', median(await bytesOf(ink, moves)), moves.length), byHand),
      against(row('page', 'page', pages, 6), byHand),
      against(row('rested', 'cursor move with the pane that follows', median(rested), rested.length), byHand),
    ];
    return [...results, ...(await ofOthers(tools, { move: byHand, down: downByHand }))];
  } finally {
    await Promise.all([hand, ink, deck].map((one) => one.stop()));
  }
};

export default measure;
