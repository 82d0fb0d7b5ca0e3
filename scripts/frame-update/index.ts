/**
 * What a terminal has to be sent so that it shows another frame: Ink writes whole lines, this only the cells that changed,
 * and lines that moved are scrolled. A frame is as high as the screen, so that every row has its number, and is entered
 * and left with a plain pen.
 */
import { type Line, readLine } from './cells.ts';
import { lineChange } from './line.ts';
import { scrolls } from './scroll.ts';
import { between, plain } from './style.ts';

type Update = { bytes: string; rows: number };

const empty: Line = { texts: [], looks: [], certain: Number.POSITIVE_INFINITY };

type Read = (line: string) => Line | undefined;

/** Reads each line once, however many ways are tried. */
function createReader(): Read {
  const known = new Map<string, Line | undefined>([['', empty]]);
  return (line) => {
    if (!known.has(line)) known.set(line, readLine(line));
    return known.get(line);
  };
}

function rowsChanged(before: readonly string[], now: readonly string[], read: Read): Update {
  let bytes = '';
  let rows = 0;
  let look = plain;
  for (const [row, line] of now.entries()) {
    const was = before[row] ?? '';
    if (was === line) continue;
    const [old, next] = [read(was), read(line)];
    if (old === undefined || next === undefined) {
      bytes += `${between(look, plain)}\x1b[${row + 1}H\x1b[K${line}`;
      look = plain;
      rows += 1;
      continue;
    }
    const change = lineChange(old, next, row, look);
    look = change.look;
    bytes += change.bytes;
    if (change.bytes !== '') rows += 1;
  }
  return { bytes: bytes + between(look, plain), rows };
}

/**
 * The bytes that make of the frame `before`, which the screen shows, the frame `now`, with the cursor on the last row
 * behind them; nothing when both look the same. Frames are lines of text and SGR sequences, as many as the screen has
 * rows. `rows` says how many of them are touched: what changes one row needs no synchronized update.
 */
export function frameUpdate(before: readonly string[], now: readonly string[]): Update {
  const read = createReader();
  let best = rowsChanged(before, now, read);
  for (const { sequence, frame } of scrolls(before, now)) {
    const rest = rowsChanged(frame, now, read);
    if (sequence.length + rest.bytes.length < best.bytes.length)
      best = { bytes: sequence + rest.bytes, rows: now.length };
  }
  return best.bytes === '' ? best : { bytes: `${best.bytes}\x1b[${now.length}H`, rows: best.rows };
}
