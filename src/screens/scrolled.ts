import type { KeyName } from '../engine/keymap.ts';

/** What is drawn of lines that may not all fit, and how the person can move in it. */
export type Scrolled<Line> = {
  lines: readonly Line[];
  /** How far down it can be scrolled: 0 where everything is in sight. */
  last: number;
  /** Lines out of sight, above and below; none where everything is in sight. */
  hidden?: { above: number; below: number };
};

/**
 * Lines on `rows` rows, the last of which is left for the count of what is out of sight where there is such. At the top
 * (0) stands what `folded` has picked for so many rows, the most important of everything; scrolled down by so many
 * lines, all of them stand there one for one, so that each is in sight at one place.
 */
export function scrolled<Line>(
  all: readonly Line[],
  rows: number,
  top: number,
  folded: (room: number) => readonly Line[],
): Scrolled<Line> {
  if (all.length <= rows) return { lines: all, last: 0 };
  const room = Math.max(1, rows - 1);
  const last = all.length - room;
  const above = Math.max(0, Math.min(last, top));
  const lines = above === 0 ? folded(room) : all.slice(above, above + room);
  return { lines, last, hidden: { above, below: all.length - above - lines.length } };
}

/** How what is out of sight is got at, beside its count. */
export const scrollHint = (keyName: KeyName): string =>
  `${keyName('list.down')} ${keyName('list.up')} scroll`;
