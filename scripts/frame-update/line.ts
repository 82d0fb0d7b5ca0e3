import { type Line, sameAt } from './cells.ts';
import { between, type Look, ofBlank, plain } from './style.ts';

/** A way over this many cells costs as much as writing them. */
const shortWay = 4;
const eraseToEnd = '\x1b[K';

export type Written = { bytes: string; look: Look };

/** Writes into one row of the screen, from left to right; `look` is that of the pen, which goes on from row to row. */
function createPen(row: number, start: Look) {
  let bytes = '';
  let look = start;
  let at = -1;
  const take = (next: Look) => {
    bytes += between(look, next);
    look = next;
  };
  return {
    goTo(column: number) {
      if (at < 0) bytes += `\x1b[${row + 1}${column === 0 ? '' : `;${column + 1}`}H`;
      else if (column > at) bytes += column === at + 1 ? '\x1b[C' : `\x1b[${column - at}C`;
      at = column;
    },
    /** What stands at these places of a line; a blank takes no other pen than shows in it. */
    put(line: Line, from: number, to: number) {
      for (let index = from; index < to; index += 1) {
        const text = line.texts[index] ?? ' ';
        const wanted = line.looks[index] ?? plain;
        if (text !== ' ' || index >= line.certain || ofBlank(look) !== wanted) take(wanted);
        bytes += text;
        at += 1;
      }
    },
    eraseToEnd() {
      take(plain);
      bytes += eraseToEnd;
    },
    written: (): Written => ({ bytes, look }),
  };
}

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
function patched(before: Line, now: Line, row: number, look: Look): Written {
  const pen = createPen(row, look);
  const certain = Math.min(before.certain, now.certain);
  const length = Math.max(before.texts.length, now.texts.length);
  const isTailSame = () => {
    for (let at = certain; at < length; at += 1) if (!sameAt(before, now, at)) return false;
    return true;
  };
  const rewritesTail = certain < length && !isTailSame();
  const end = Math.min(certain, now.texts.length);
  for (const [from, to] of changes(before, now, end)) {
    pen.goTo(from);
    pen.put(now, from, to);
  }
  if (rewritesTail) {
    pen.goTo(end);
    pen.eraseToEnd();
    pen.put(now, end, now.texts.length);
  } else if (before.texts.length > now.texts.length && certain >= length) {
    pen.goTo(now.texts.length);
    pen.eraseToEnd();
  }
  return pen.written();
}

/** The row is made blank and what stands in the new line is written into it. */
function anew(now: Line, row: number, look: Look): Written {
  const pen = createPen(row, look);
  pen.goTo(0);
  pen.eraseToEnd();
  const blank: Line = { texts: [], looks: [], certain: Number.POSITIVE_INFINITY };
  const end = Math.min(now.certain, now.texts.length);
  for (const [from, to] of changes(blank, now, end)) {
    pen.goTo(from);
    pen.put(now, from, to);
  }
  if (end < now.texts.length) {
    pen.goTo(end);
    pen.put(now, end, now.texts.length);
  }
  return pen.written();
}

/** What makes of the line `before` in a row (from 0) the line `now`, in as few bytes as either way needs. */
export function lineChange(before: Line, now: Line, row: number, look: Look): Written {
  const ways = [patched(before, now, row, look), anew(now, row, look)] as const;
  return ways[1].bytes.length < ways[0].bytes.length ? ways[1] : ways[0];
}
