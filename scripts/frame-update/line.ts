import { type Line, sameAt } from './cells.ts';
import { createPen, type Place, shortWay, type Written } from './pen.ts';

/** The stretches of [0, end) in which the lines differ; those with little between them are one. */
function changes(before: Line, now: Line, end: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < end; at += 1) {
    const last = found.at(-1);
    const isHalf = now.texts[at] === '' || before.texts[at] === '';
    // Both halves of a character, and of one that stood there, change together.
    if (sameAt(before, now, at) && !(isHalf && last?.[1] === at)) continue;
    if (last !== undefined && at - last[1] <= shortWay) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/** Only the cells that changed are written over. */
function patched(before: Line, now: Line, row: number, start: Place): Written {
  const pen = createPen(start);
  const certain = Math.min(before.certain, now.certain);
  const length = Math.max(before.texts.length, now.texts.length);
  const isTailSame = () => {
    for (let at = certain; at < length; at += 1) if (!sameAt(before, now, at)) return false;
    return true;
  };
  const rewritesTail = certain < length && !isTailSame();
  const end = Math.min(certain, now.texts.length);
  for (const [from, to] of changes(before, now, end)) {
    pen.reach(row, from, now);
    pen.put(now, from, to);
  }
  if (rewritesTail) {
    pen.goTo(row, end);
    pen.eraseToEnd();
    pen.put(now, end, now.texts.length);
  } else if (before.texts.length > now.texts.length && certain >= length) {
    pen.goTo(row, now.texts.length);
    pen.eraseToEnd();
  }
  return pen.written();
}

/** The row is made blank and what stands in the new line is written into it. */
function anew(now: Line, row: number, start: Place): Written {
  const pen = createPen(start);
  pen.goTo(row, 0);
  pen.eraseToEnd();
  const blank: Line = { texts: [], looks: [], certain: Number.POSITIVE_INFINITY };
  const end = Math.min(now.certain, now.texts.length);
  for (const [from, to] of changes(blank, now, end)) {
    pen.reach(row, from, now);
    pen.put(now, from, to);
  }
  if (end < now.texts.length) {
    pen.goTo(row, end);
    pen.put(now, end, now.texts.length);
  }
  return pen.written();
}

/** What makes of the line `before` in a row (from 0) the line `now`, in as few bytes as either way needs. */
export function lineChange(before: Line, now: Line, row: number, start: Place): Written {
  const ways = [patched(before, now, row, start), anew(now, row, start)] as const;
  return ways[1].bytes.length < ways[0].bytes.length ? ways[1] : ways[0];
}
