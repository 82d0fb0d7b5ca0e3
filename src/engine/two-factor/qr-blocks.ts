import type { QrModules } from './qr-modules.ts';

/** Squares of quiet zone, the best first. Readers were tried: with one they read, with none they do not. */
const quietZones = [4, 2, 1] as const;
export type QuietZone = (typeof quietZones)[number];

/** Cells. */
export type QrSize = { columns: number; rows: number };

export type QrLook = {
  /** Two `#` for a square in place of half blocks, where those cannot be trusted to show. */
  ascii: boolean;
  /** Colours of the terminal: 0 none, 1 the 16, 2 the 256, 3 any. */
  level: 0 | 1 | 2 | 3;
  /** The terminal's own background. Asked for only where there are no colours to set. */
  background: 'dark' | 'light';
  /** The person's wish, for a reader that wants it the other way round. */
  invert?: boolean;
};

/** A stretch of a line; without colours it stands in the terminal's own. */
export type QrRun = { text: string; color?: string; backgroundColor?: string };
export type QrDrawing = QrSize & { quiet: QuietZone; lines: readonly (readonly QrRun[])[] };

/** `drawing` is absent when the room does not hold it; `needs` is the least room that would. */
export type QrPlan = { needs: QrSize; drawing?: QrDrawing };

/** Half a cell beyond the last row belongs to no square. */
function sizeOf(modules: QrModules, quiet: number, ascii: boolean): QrSize {
  const squares = modules.length + 2 * quiet;
  return ascii ? { columns: 2 * squares, rows: squares } : { columns: squares, rows: Math.ceil(squares / 2) };
}

/**
 * A QR code for a room, with the widest quiet zone that fits and never without one. With colours it is black on
 * white whatever the terminal's theme, both colours set: readers are strict about which is which.
 */
export function planQr(modules: QrModules, room: QrSize, look: QrLook): QrPlan {
  const needs = sizeOf(modules, 1, look.ascii);
  const quiet = quietZones.find((zone) => {
    const { columns, rows } = sizeOf(modules, zone, look.ascii);
    return columns <= room.columns && rows <= room.rows;
  });
  if (quiet === undefined) return { needs };
  const at = (x: number, y: number) => modules[y - quiet]?.[x - quiet] === true;
  const size = sizeOf(modules, quiet, look.ascii);
  const draw = look.ascii ? hashLine : halfBlockLine;
  const lines = Array.from({ length: size.rows }, (_, row) =>
    draw(at, row, modules.length + 2 * quiet, look),
  );
  return { needs, drawing: { ...size, quiet, lines } };
}

type IsDark = (x: number, y: number) => boolean;

function halfBlockLine(dark: IsDark, row: number, squares: number, look: QrLook): QrRun[] {
  const inked = (x: number, y: number) => dark(x, y) === inksDark(look);
  const cell = (x: number) => {
    const top = inked(x, 2 * row);
    const bottom = inked(x, 2 * row + 1);
    return top ? (bottom ? '█' : '▀') : bottom ? '▄' : ' ';
  };
  const text = Array.from({ length: squares }, (_, x) => cell(x)).join('');
  if (look.level === 0) return [{ text }];
  const [black, white] = colours(look);
  return [{ text, color: black, backgroundColor: white }];
}

/** Each square two cells wide, since a cell is twice as high as wide. */
function hashLine(dark: IsDark, row: number, squares: number, look: QrLook): QrRun[] {
  const runs: QrRun[] = [];
  for (let x = 0; x < squares; x += 1) {
    const isDark = dark(x, row);
    const run = hashRun(isDark, look);
    const last = runs.at(-1);
    if (last !== undefined && last.backgroundColor === run.backgroundColor) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

function hashRun(isDark: boolean, look: QrLook): QrRun {
  const text = isDark === inksDark(look) ? '##' : '  ';
  if (look.level === 0) return { text };
  const [black, white] = colours(look);
  // The same colour for the sign and its ground makes a square without holes.
  const tone = isDark ? black : white;
  return { text, color: tone, backgroundColor: tone };
}

/** Whether signs stand for the dark squares. Without colours a sign is as light or dark as the terminal's text. */
function inksDark({ level, background, invert = false }: QrLook): boolean {
  return level > 0 || (background === 'light') !== invert;
}

function colours({ level, invert = false }: QrLook): [black: string, white: string] {
  const [black, white] = level === 3 ? ['#000000', '#ffffff'] : ['black', 'whiteBright'];
  return invert ? [white, black] : [black, white];
}
