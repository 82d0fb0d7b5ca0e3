/** A stretch of the screen: how many lines it takes, and how long it stays when there are too few (more: longer). */
export type Block<Id extends string> = { id: Id; rows: number; stays: number };

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
