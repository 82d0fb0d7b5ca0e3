import { clusters } from '../../base/cells.ts';
import type { Part, Parts, StyleName } from '../../base/parts.ts';

/** Ranges of a cell's text, in UTF-16 units, that the filter has found. */
export type Found = (columnId: string, text: string) => readonly (readonly [start: number, end: number])[];

type Fitted = { text: string; whole: boolean; right: boolean };

/**
 * A drawn cell with what was found in it underlined. `padded` holds the text that was `fitted` into the cell, at its
 * right end where it is aligned so; no character is drawn in halves.
 */
export function cellParts(
  padded: string,
  tone: StyleName | undefined,
  marks: readonly (readonly [number, number])[],
  fitted: Fitted,
): Parts {
  const styled = (text: string): Part => (tone === undefined ? text : [text, tone]);
  if (marks.length === 0) return [styled(padded)];
  const start = fitted.right ? padded.trimEnd().length - fitted.text.length : 0;
  const end = start + fitted.text.length - (fitted.whole ? 0 : 1);
  const parts: Part[] = [];
  let at = 0;
  let run = '';
  let lit = false;
  const flush = () => {
    if (run !== '') parts.push(lit ? [run, 'match'] : styled(run));
    run = '';
  };
  for (const cluster of clusters(padded)) {
    const [from, to] = [at - start, at + cluster.length - start];
    const isLit = at >= start && at < end && marks.some(([low, high]) => low < to && high > from);
    if (isLit !== lit) flush();
    lit = isLit;
    run += cluster;
    at += cluster.length;
  }
  flush();
  return parts;
}
