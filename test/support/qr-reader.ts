/** Reads a QR code off a terminal's screen, as a phone held before it does. */

import headless from '@xterm/headless';
import jsQR from 'jsqr';

/** Colours of a terminal, as themes have them: black and white are seldom pure. */
export type Palette = { foreground: number; background: number; black: number; brightWhite: number };
export const palettes = {
  dark: { foreground: 0xd3d7cf, background: 0x1b1d1e, black: 0x2e3436, brightWhite: 0xeeeeec },
  light: { foreground: 0x2e3436, background: 0xfdf6e3, black: 0x073642, brightWhite: 0xfdf6e3 },
} as const satisfies Record<string, Palette>;

/** Pixels of a cell; cells are twice as high as wide. */
const cellWide = 6;
const cellHigh = 12;

type Line = NonNullable<ReturnType<headless.Terminal['buffer']['active']['getLine']>>;
type Cell = NonNullable<ReturnType<Line['getCell']>>;

/**
 * What is shown after `output` was written to a terminal of this size, or null when no strict reader can tell.
 * `blurred` holds the camera so far away that the strokes of a letter run into each other.
 */
export async function readQr(
  output: string,
  size: { cols: number; rows: number },
  palette: Palette,
  { blurred = false }: { blurred?: boolean } = {},
): Promise<string | null> {
  const terminal = new headless.Terminal({ ...size, allowProposedApi: true, logLevel: 'off' });
  await new Promise<void>((resolve) => terminal.write(output.replace(/\r?\n/g, '\r\n'), resolve));
  const wide = size.cols * cellWide;
  const high = size.rows * cellHigh;
  const pixels = new Uint8ClampedArray(wide * high * 4);
  const { active } = terminal.buffer;
  for (let row = 0; row < size.rows; row += 1) {
    for (let column = 0; column < size.cols; column += 1) {
      const cell = active.getLine(active.baseY + row)?.getCell(column);
      if (cell !== undefined) paintCell(pixels, wide, row, column, cell, palette);
    }
  }
  terminal.dispose();
  if (blurred) blur(pixels, wide, high);
  // "dontInvert": the strictest reader, as some authenticators have.
  return jsQR(pixels, wide, high, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

function paintCell(
  pixels: Uint8ClampedArray,
  wide: number,
  row: number,
  column: number,
  cell: Cell,
  palette: Palette,
): void {
  const front = colour(cell.getFgColor(), cell.isFgRGB(), cell.isFgPalette(), palette, palette.foreground);
  const back = colour(cell.getBgColor(), cell.isBgRGB(), cell.isBgPalette(), palette, palette.background);
  for (let y = 0; y < cellHigh; y += 1) {
    for (let x = 0; x < cellWide; x += 1) {
      const value = inked(cell.getChars(), x, y) ? front : back;
      const at = 4 * ((row * cellHigh + y) * wide + column * cellWide + x);
      pixels.set([value >> 16, (value >> 8) & 255, value & 255, 255], at);
    }
  }
}

/** Every half cell becomes its mean. */
function blur(pixels: Uint8ClampedArray, wide: number, high: number): void {
  const half = cellHigh / 2;
  for (let top = 0; top < high; top += half) {
    for (let left = 0; left < wide; left += cellWide) {
      const rows = Array.from({ length: half }, (_, y) => 4 * ((top + y) * wide + left));
      let sum = 0;
      for (const at of rows) for (let x = 0; x < cellWide; x += 1) sum += pixels[at + 4 * x] ?? 0;
      for (const at of rows) {
        for (let x = 0; x < cellWide; x += 1) pixels.fill(sum / half / cellWide, at + 4 * x, at + 4 * x + 3);
      }
    }
  }
}

function colour(value: number, rgb: boolean, indexed: boolean, palette: Palette, otherwise: number): number {
  if (rgb) return value;
  if (!indexed) return otherwise;
  if (value === 0) return palette.black;
  // Text beside the code may have any other colour; to the reader it is only text.
  return value === 15 ? palette.brightWhite : otherwise;
}

/** Which pixels of a sign are drawn; a `#` is two strokes each way, with holes between them. */
function inked(sign: string, x: number, y: number): boolean {
  if (sign === '█') return true;
  if (sign === '▀') return y < cellHigh / 2;
  if (sign === '▄') return y >= cellHigh / 2;
  if (sign === '#') return x === 1 || x === 2 || x === 4 || x === 5 || y % 4 === 1 || y % 4 === 2;
  return sign !== '' && sign !== ' ' && (x + y) % 3 === 0;
}
