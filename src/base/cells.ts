/**
 * Text measured in terminal cells. A character can take no cell, one or two; names and labels come from
 * strangers in any script, so nothing that is drawn may be cut or padded by its number of characters.
 * Control characters have no place in a line: line ends and tabs count as a blank, the others as nothing.
 */

import stringWidth from 'string-width';
import { blocksOf, clustersOf } from './graphemes.ts';
import { steadyText } from './steady-text.ts';

const controls = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;
const hasControls = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
const plainAscii = /^[\x20-\x7e]*$/;

/** One line of `text` that can be measured: without control characters. */
export function oneLine(text: string): string {
  if (!hasControls.test(text)) return text;
  return text.replace(/\r\n/g, ' ').replace(controls, (c) => (/[\t\n\r\u2028\u2029]/.test(c) ? ' ' : ''));
}

/** The grapheme clusters of `text`: what a person takes for one character. */
export function clusters(text: string): string[] {
  if (plainAscii.test(text)) return text.split('');
  return Array.from(clustersOf(text));
}

/** Undefined means narrow, as the measuring is quickest. */
let ambiguity: { ambiguousIsNarrow: false } | undefined;

/**
 * Whether characters of ambiguous width, as Greek and Cyrillic letters are, take two cells on this terminal. It holds
 * for the whole process, as the terminal does.
 */
export function countAmbiguousWide(wide: boolean): void {
  ambiguity = wide ? { ambiguousIsNarrow: false } : undefined;
}

/** The cells that `text` takes on one line as it is drawn, which is as `steadyText`. */
export function width(text: string): number {
  if (plainAscii.test(text)) return text.length;
  const steady = steadyText(oneLine(text));
  if (steady.length <= long) return stringWidth(steady, ambiguity);
  let cells = 0;
  for (const block of blocksOf(steady)) cells += stringWidth(block, ambiguity);
  return cells;
}

/** A longer text is looked at only as far as it is drawn. */
const long = 500;

/** Whether `text` takes at most `cells` cells. */
export const fits = (text: string, cells: number): boolean =>
  text.length <= long ? width(text) <= cells : take(text, cells).length === text.length;

/**
 * `text` on one line in at most `cells` cells. What does not fit is replaced by `ellipsis`; a cluster is
 * never halved, so the result may be a cell shorter than asked.
 */
export function cut(text: string, cells: number, ellipsis = '…'): string {
  const line = oneLine(text);
  if (fits(line, cells)) return cells <= 0 ? '' : line;
  const mark = width(ellipsis) <= cells ? ellipsis : '';
  let kept = take(line, cells - width(mark));
  // Neighbours can join into a wider cluster, so the whole is measured, not the sum of its parts.
  while (kept !== '' && width(kept + mark) > cells) kept = clusters(kept).slice(0, -1).join('');
  return cells <= 0 ? '' : kept + mark;
}

/** The longest beginning of `text` that fits in `cells` cells, with no mark of what is gone. */
export function take(text: string, cells: number): string {
  const room = Math.max(0, cells);
  // What is joined to the last sign that fits would stand right behind it.
  if (plainAscii.test(text.slice(0, room + 1))) return text.slice(0, room);
  let used = 0;
  let kept = '';
  for (const cluster of clustersOf(text)) {
    used += width(cluster);
    if (used > cells) break;
    kept += cluster;
  }
  return kept;
}

/** `text` cut or filled with blanks on its right to exactly `cells` cells. */
export function padEnd(text: string, cells: number, ellipsis?: string): string {
  const fitted = cut(text, cells, ellipsis);
  return fitted + blanks(cells - width(fitted));
}

/** `text` cut or filled with blanks on its left to exactly `cells` cells. */
export function padStart(text: string, cells: number, ellipsis?: string): string {
  const fitted = cut(text, cells, ellipsis);
  return blanks(cells - width(fitted)) + fitted;
}

/** `text` cut or set in the middle of exactly `cells` cells; an odd blank goes to the right. */
export function padCenter(text: string, cells: number, ellipsis?: string): string {
  const fitted = cut(text, cells, ellipsis);
  const space = Math.max(0, cells - width(fitted));
  const left = Math.floor(space / 2);
  return blanks(left) + fitted + blanks(space - left);
}

function blanks(count: number): string {
  return ' '.repeat(Math.max(0, count));
}
