import { type Scrolled, scrolled } from '../scrolled.ts';

/** A stretch of the screen: how many lines it takes, and how long it stays when there are too few (more: longer). */
export type Block<Id extends string> = {
  id: Id;
  rows: number;
  stays: number;
  /** A blank line, which nobody misses. */
  blank?: true;
};

/**
 * The blocks that are drawn in `room` lines, by id, with their lines. What matters least goes first, and comes back
 * where a taller one that had to go leaves room for it. A block that stays whatever happens (`Infinity`) may have to
 * make do with fewer lines.
 */
export function fitBlocks<Id extends string>(blocks: readonly Block<Id>[], room: number): Map<Id, number> {
  const byWorth = blocks
    .map((block, at) => ({ ...block, at }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.stays - a.stays || a.at - b.at);
  const shown = new Map<number, number>();
  let left = room;
  for (const { at, rows, stays } of byWorth) {
    const taken = stays === Number.POSITIVE_INFINITY ? Math.max(1, Math.min(rows, left)) : rows;
    if (taken > left) continue;
    shown.set(at, taken);
    left -= taken;
  }
  return new Map(blocks.flatMap(({ id }, at) => (shown.has(at) ? [[id, shown.get(at) as number]] : [])));
}

/** So many lines of a block; from which on is left to the block itself where it is undefined. */
export type Stretch<Id extends string> = { id: Id; from: number | undefined; rows: number };
type LineOf<Id extends string> = { id: Id; at: number | undefined };

/** The blocks in `room` lines, scrolled down by `top`; blank lines go first where they do not all fit. */
export function scrolledStretches<Id extends string>(
  blocks: readonly Block<Id>[],
  room: number,
  top: number,
): Omit<Scrolled<never>, 'lines'> & { stretches: Stretch<Id>[] } {
  const said = blocks.filter(({ blank }) => blank !== true);
  const all = said.flatMap(({ id, rows }) =>
    Array.from({ length: rows }, (_, at): LineOf<Id> => ({ id, at })),
  );
  const folded = (among: readonly Block<Id>[], rows: number): LineOf<Id>[] =>
    [...fitBlocks(among, rows)].flatMap(([id, taken]) =>
      Array.from({ length: taken }, () => ({ id, at: undefined })),
    );
  const { lines, last, hidden } = scrolled(all, room, top, (rows) => folded(said, rows));
  const shown = hidden === undefined ? folded(blocks, room) : lines;
  return { stretches: stretchesOf(shown), last, ...(hidden && { hidden }) };
}

function stretchesOf<Id extends string>(lines: readonly LineOf<Id>[]): Stretch<Id>[] {
  const found: Stretch<Id>[] = [];
  for (const { id, at } of lines) {
    const before = found.at(-1);
    if (before?.id === id) before.rows += 1;
    else found.push({ id, from: at, rows: 1 });
  }
  return found;
}
