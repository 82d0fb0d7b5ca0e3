/** A way to scroll: what is sent, and the frame that the screen shows then. */
export type Scroll = { sequence: string; frame: readonly string[] };

/** Fewer lines than this are written sooner than scrolled. */
const fewest = 4;

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

/** The rows [from, to] of the new frame that moved, from the first to the last, and the longest run without a gap. */
function moved(before: readonly string[], now: readonly string[], by: number): [number, number][] {
  const rows = now.flatMap((line, row) => (line !== '' && line === before[row + by] ? [row] : []));
  let longest: [number, number] = [rows[0] ?? 0, rows[0] ?? 0];
  let start = longest[0];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && row - (rows[index - 1] as number) > 2) start = row;
    if (row - start > longest[1] - longest[0]) longest = [start, row];
  }
  const whole: [number, number] = [rows[0] ?? 0, rows.at(-1) ?? 0];
  return whole[0] === longest[0] && whole[1] === longest[1] ? [whole] : [whole, longest];
}

/**
 * Ways to let the screen scroll before anything is written, where lines have moved. Line feeds and reverse ones at the
 * margins are understood by every terminal that knows margins, the sequences that scroll several lines are not.
 */
export function scrolls(before: readonly string[], now: readonly string[]): Scroll[] {
  const by = shift(before, now);
  if (by === undefined) return [];
  return moved(before, now, by).map(([from, to]) => {
    const [top, bottom] = by > 0 ? [from, to + by] : [from + by, to];
    const region = before.slice(top, bottom + 1);
    const blank = Array<string>(Math.min(region.length, Math.abs(by))).fill('');
    const scrolled = by > 0 ? [...region.slice(by), ...blank] : [...blank, ...region.slice(0, by)];
    const margins = `\x1b[${top + 1};${bottom + 1}r`;
    const feed = by > 0 ? `\x1b[${bottom + 1}H${'\n'.repeat(by)}` : `\x1b[${top + 1}H${'\x1bM'.repeat(-by)}`;
    return {
      sequence: `${margins}${feed}\x1b[r`,
      frame: [...before.slice(0, top), ...scrolled, ...before.slice(bottom + 1)],
    };
  });
}
