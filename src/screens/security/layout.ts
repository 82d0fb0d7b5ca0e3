/** A stretch of the screen: how many lines it takes, and how long it stays when there are too few (more: longer). */
export type Block<Id extends string> = { id: Id; rows: number; stays: number };

/**
 * The blocks that are drawn in `room` lines, by id, with their lines. What matters least goes first; a block that
 * stays whatever happens (`Infinity`) may have to make do with fewer lines.
 */
export function fitBlocks<Id extends string>(blocks: readonly Block<Id>[], room: number): Map<Id, number> {
  let kept = blocks.filter(({ rows }) => rows > 0);
  const total = () => kept.reduce((sum, { rows }) => sum + rows, 0);
  while (total() > room) {
    const least = Math.min(...kept.map(({ stays }) => stays));
    if (least === Number.POSITIVE_INFINITY) break;
    const at = kept.findLastIndex(({ stays }) => stays === least);
    kept = kept.filter((_, index) => index !== at);
  }
  const over = Math.max(0, total() - room);
  const tallest = Math.max(0, ...kept.map(({ rows }) => rows));
  const cut = kept.findIndex(({ rows }) => rows === tallest);
  return new Map(kept.map(({ id, rows }, index) => [id, index === cut ? Math.max(1, rows - over) : rows]));
}
