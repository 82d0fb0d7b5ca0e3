/**
 * What a terminal has to be sent so that it shows another frame: Ink writes whole lines, this only the cells that changed,
 * and lines that moved are scrolled. A frame is as high as the screen, so that every row has its number, and is entered
 * and left with a plain pen, wherever the cursor stands.
 */
import { type Line, readLine } from './cells.ts';
import { lineChange } from './line.ts';
import { createPen, type Pen, type Place } from './pen.ts';
import { type Block, reachOf, scrolls } from './scroll.ts';
import { plain } from './style.ts';

/** `isSynchronized`: a terminal is to show none of it before it has all of it, and has to be told so. */
type Update = { bytes: string; isSynchronized: boolean };
type Way = { bytes: string; rows: number };

/** What fits into one packet arrives at once, and so does what a terminal reads of it. */
const onePacket = 1000;

const empty: Line = { texts: [], looks: [], certain: Number.POSITIVE_INFINITY };
const somewhere: Place = { row: undefined, column: undefined, look: plain };

type Read = (line: string) => Line | undefined;

/** Reads each line once, however many ways are tried. */
function createReader(): Read {
  const known = new Map<string, Line | undefined>([['', empty]]);
  return (line) => {
    if (!known.has(line)) known.set(line, readLine(line));
    return known.get(line);
  };
}

/**
 * Lets a block of rows move: rows are taken away at its one end and blank ones put in at the other, so that what lies
 * around it stays. Every terminal knows that, margins are spared, and the cursor is left where there is to write. What
 * is taken away goes first: nothing is pushed off the screen.
 */
function move(pen: Pen, { from, to, by }: Block) {
  const rows = Math.abs(by);
  pen.shift(by > 0 ? from : to + 1 - rows, rows, 'M');
  pen.shift(by > 0 ? to + 1 : from - rows, rows, 'L');
}

function rowsChanged(
  before: readonly string[],
  now: readonly string[],
  read: Read,
  blocks: readonly Block[] = [],
): Way {
  let bytes = '';
  let rows = 0;
  let place = somewhere;
  const draw = (work: (pen: Pen) => void) => {
    const pen = createPen(place);
    work(pen);
    const written = pen.written();
    place = written.place;
    bytes += written.bytes;
  };
  const waiting = [...blocks];
  const isDue = (row: number) => waiting[0] !== undefined && reachOf(waiting[0])[0] <= row;
  const moveTo = (row: number) => {
    while (isDue(row)) {
      const block = waiting.shift() as Block;
      draw((pen) => move(pen, block));
    }
  };
  for (const [row, line] of now.entries()) {
    const was = before[row] ?? '';
    if (was === line) continue;
    const [old, next] = [read(was), read(line)];
    if (old === undefined || next === undefined) {
      moveTo(row);
      draw((pen) => pen.whole(row, line));
      rows += 1;
      continue;
    }
    // A line that only looks other in its bytes lets nothing move that lies above.
    if (isDue(row) && lineChange(old, next, row, somewhere).bytes === '') continue;
    moveTo(row);
    const change = lineChange(old, next, row, place);
    place = change.place;
    bytes += change.bytes;
    if (change.bytes !== '') rows += 1;
  }
  moveTo(now.length);
  draw((pen) => pen.take(plain));
  return { bytes, rows };
}

/**
 * The bytes that make of the frame `before`, which the screen shows, the frame `now`; nothing when both look the same.
 * Where the cursor is left is not said. Frames are lines of text and SGR sequences, as many as the screen has rows.
 */
export function frameUpdate(before: readonly string[], now: readonly string[]): Update {
  const read = createReader();
  let best = rowsChanged(before, now, read);
  for (const { blocks, frame } of scrolls(before, now)) {
    const way = rowsChanged(frame, now, read, blocks);
    if (way.bytes.length < best.bytes.length) best = { bytes: way.bytes, rows: now.length };
  }
  const { bytes, rows } = best;
  return { bytes, isSynchronized: rows > 1 && bytes.length > onePacket };
}
