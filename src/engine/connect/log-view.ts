import { findLines } from './log-tail.ts';

/** Where a person is in a log. */
export type LogView = {
  /** The line at the top; `end` follows what is written. */
  top: number | 'end';
  /** Cells of each line that are left of the window. */
  left: number;
  /** What is looked for; empty for nothing. */
  search: string;
  /** The line that was found last. */
  hit?: number;
};

export const wholeLog: LogView = { top: 'end', left: 0, search: '' };

/** The line at the top of a window of `room` lines, which never shows less than it could. */
export function topLine({ top }: LogView, count: number, room: number): number {
  const last = Math.max(0, count - room);
  return top === 'end' ? last : Math.min(Math.max(0, top), last);
}

/** Up or down by so many lines. Whoever comes to the end follows from then on. */
export function scrolled(view: LogView, by: number, count: number, room: number): LogView {
  const top = topLine(view, count, room) + by;
  return { ...view, top: top >= Math.max(0, count - room) ? 'end' : Math.max(0, top) };
}

/**
 * To the next line that holds what is looked for, or with -1 to the one before; from the one at the last goes on to the
 * first. While it is typed (0) the line stays where it still holds it.
 */
export function foundNext(view: LogView, lines: readonly string[], step: 1 | 0 | -1, room: number): LogView {
  const hits = findLines(lines, view.search);
  const { hit: _, ...lost } = view;
  if (hits.length === 0) return lost;
  const here = view.hit ?? topLine(view, lines.length, room) - (step === 1 ? 1 : 0);
  const after = hits.find((at) => (step === 0 ? at >= here : at > here)) ?? hits[0];
  const before = hits.findLast((at) => at < here) ?? hits.at(-1);
  const hit = (step === -1 ? before : after) as number;
  const shown = topLine(view, lines.length, room);
  const inSight = hit >= shown && hit < shown + room;
  return {
    ...view,
    hit,
    top: inSight
      ? view.top === 'end' && step === 0
        ? 'end'
        : shown
      : Math.max(0, hit - Math.floor(room / 3)),
  };
}

/** A line around each place where it holds what is looked for: what it holds stands at the odd places. */
export function splitAt(line: string, wanted: string): string[] {
  if (wanted === '') return [line];
  const exact = wanted !== wanted.toLowerCase();
  const text = exact ? line : line.toLowerCase();
  // A letter can be longer in its other case; then places in the two texts do not agree.
  if (text.length !== line.length) return [line];
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, from)) {
    parts.push(line.slice(from, at), line.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, line.slice(from)];
}
