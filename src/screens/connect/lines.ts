import type { Parts } from '../../base/parts.ts';
import { findLines } from '../../engine/connect/log-tail.ts';
import { type LogView, splitAt, topLine } from '../../engine/connect/log-view.ts';

/**
 * The lines in the window, what is looked for marked in each, and the one that was found last lit; `fromHit` begins with
 * that one, as it is told.
 */
export function logWindow(view: LogView, lines: readonly string[], room: number, fromHit = false): Parts[] {
  const first = topLine(view, lines.length, room);
  const top =
    fromHit && view.hit !== undefined && view.hit >= first ? Math.min(view.hit, first + room - 1) : first;
  return lines.slice(top, first + room).map((line, index): Parts => {
    const shown = view.left === 0 ? line : [...line].slice(view.left).join('');
    const lit = view.hit === top + index;
    return splitAt(shown, view.search).map((part, place) =>
      place % 2 === 1 ? [part, lit ? 'sel' : 'match'] : part,
    );
  });
}

/** Where one is: `1,204 lines · following`, or which of them are in sight. */
export function placeWords(
  view: LogView,
  count: number,
  room: number,
  { source, sep }: { source: string; sep: string },
): string {
  const top = topLine(view, count, room);
  const last = Math.min(count, top + room);
  const where =
    view.top === 'end'
      ? `${count} ${count === 1 ? 'line' : 'lines'} ${sep} following`
      : `${top + 1} to ${last} of ${count}`;
  return [source, where, ...(view.left === 0 ? [] : [`column ${view.left + 1}`])].join(` ${sep} `);
}

/** `/loss  3 of 41`. */
export function searchWords(view: LogView, lines: readonly string[]): string {
  if (view.search === '') return '';
  const hits = findLines(lines, view.search);
  const at = view.hit === undefined ? -1 : hits.indexOf(view.hit);
  if (hits.length === 0) return 'not found';
  return at < 0 ? `${hits.length} lines` : `${at + 1} of ${hits.length}`;
}
