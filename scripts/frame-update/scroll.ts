/**
 * Rows that stand together and have moved: the first and the last of them in the new frame, and by how many rows, above 0
 * upwards.
 */
export type Block = { from: number; to: number; by: number };
/** A way to scroll: the blocks from the top on, and the frame that the screen shows then. */
export type Scroll = { blocks: readonly Block[]; frame: readonly string[] };

/** Fewer lines than this are written sooner than scrolled. */
const fewest = 4;
/** More pieces than this cost more than they spare. */
const mostBlocks = 6;

/** By how many lines most of the lines that changed have moved: above 0 upwards. */
function shift(before: readonly string[], now: readonly string[]): number | undefined {
  const places = new Map<string, number>();
  for (const [row, line] of before.entries()) if (line !== '') places.set(line, row);
  const votes = new Map<number, number>();
  for (const [row, line] of now.entries()) {
    const place = line === before[row] ? undefined : places.get(line);
    if (place !== undefined) votes.set(place - row, (votes.get(place - row) ?? 0) + 1);
  }
  let found: [by: number, votes: number] | undefined;
  for (const [by, count] of votes) if (count >= fewest && count > (found?.[1] ?? 0)) found = [by, count];
  return found?.[0];
}

/** The rows of the new frame that moved: from the first to the last, the longest run without a gap, each run by itself. */
function moved(before: readonly string[], now: readonly string[], by: number): Block[][] {
  const runs: Block[] = [];
  for (const [row, line] of now.entries()) {
    if (line === '' || line !== before[row + by]) continue;
    const last = runs.at(-1);
    // Below a run as many rows are made blank, or above it taken, as it has moved by.
    if (last !== undefined && row - last.to <= Math.abs(by)) last.to = row;
    else runs.push({ from: row, to: row, by });
  }
  const [first] = runs;
  if (first === undefined) return [];
  const longest = runs.reduce((most, run) => (run.to - run.from > most.to - most.from ? run : most));
  const whole = { ...first, to: runs.at(-1)?.to ?? first.to };
  if (runs.length === 1) return [[whole]];
  return runs.length > mostBlocks ? [[whole], [longest]] : [[whole], [longest], runs];
}

/** The first and the last row that a block touches, with what is taken away and what becomes blank. */
export const reachOf = ({ from, to, by }: Block): [top: number, bottom: number] =>
  by > 0 ? [from, to + by] : [from + by, to];

function scrolled(before: readonly string[], blocks: readonly Block[]): string[] {
  const frame = [...before];
  for (const block of blocks) {
    const [top, bottom] = reachOf(block);
    const region = before.slice(top, bottom + 1);
    const blank = Array<string>(Math.abs(block.by)).fill('');
    const rows =
      block.by > 0 ? [...region.slice(block.by), ...blank] : [...blank, ...region.slice(0, block.by)];
    frame.splice(top, rows.length, ...rows);
  }
  return frame;
}

/** Ways to let rows move before anything is written. */
export function scrolls(before: readonly string[], now: readonly string[]): Scroll[] {
  const by = shift(before, now);
  if (by === undefined) return [];
  return moved(before, now, by).map((blocks) => ({ blocks, frame: scrolled(before, blocks) }));
}
