/** A terminal emulator whose screen, modes and cursor a test can read. */

import headless, { type IBufferCell } from '@xterm/headless';
import { measureByClusters } from './grapheme-widths.ts';

export { width } from '../../src/base/cells.ts';

export type ScreenModes = {
  alternateScreen: boolean;
  cursorVisible: boolean;
  bracketedPaste: boolean;
  mouse: boolean;
  focusReports: boolean;
  applicationCursorKeys: boolean;
  applicationKeypad: boolean;
};

/** How a cell is drawn; the colours of its letters and of its ground as `colours` has them. */
export type CellLook = {
  text: string;
  colour: number | string;
  ground: number | string;
  bold: boolean;
  dim: boolean;
  inverse: boolean;
  underline: boolean;
  strike: boolean;
};

export type Screen = {
  write(data: string): void;
  resize(cols: number, rows: number): void;
  /** The lines in view, without trailing blanks; always as many as the terminal has rows. */
  lines(): string[];
  /** Every line of the buffer in use, scrollback included, without the empty ones at the end. */
  history(): string[];
  /**
   * The colour of each letter of the first place where `text` stands in view: one of the 256 by its number, a true colour
   * as #rrggbb, or `own`, the terminal's own. Empty where it stands nowhere.
   */
  colours(text: string): (number | string)[];
  /** Every cell in view and how it is drawn, line by line. */
  cells(): CellLook[][];
  modes(): ScreenModes;
  cursor(): { x: number; y: number };
  readonly cols: number;
  readonly rows: number;
};

// The emulator's own `write` works in slices on timers, which fake timers would stop: its core is written to.
type Core = { _core: { writeSync(data: string): void; coreService: { isCursorHidden: boolean } } };

function colourOf(cell: IBufferCell | undefined): number | string {
  if (cell === undefined || cell.isFgDefault()) return 'own';
  const colour = cell.getFgColor();
  return cell.isFgRGB() ? `#${colour.toString(16).padStart(6, '0')}` : colour;
}

function groundOf(cell: IBufferCell | undefined): number | string {
  if (cell === undefined || cell.isBgDefault()) return 'own';
  const colour = cell.getBgColor();
  return cell.isBgRGB() ? `#${colour.toString(16).padStart(6, '0')}` : colour;
}

/** An empty terminal of `cols` by `rows` cells. */
export function createScreen(cols: number, rows: number): Screen {
  const terminal = new headless.Terminal({
    cols,
    rows,
    allowProposedApi: true,
    logLevel: 'off',
    scrollback: 2000,
  });
  measureByClusters(terminal);
  const core = (terminal as unknown as Core)._core;
  const line = (index: number) =>
    terminal.buffer.active.getLine(index)?.translateToString(true, 0, terminal.cols).trimEnd() ?? '';
  return {
    write: (data) => core.writeSync(data),
    resize: (nextCols, nextRows) => terminal.resize(nextCols, nextRows),
    lines: () => Array.from({ length: terminal.rows }, (_, y) => line(terminal.buffer.active.baseY + y)),
    history() {
      const all = Array.from({ length: terminal.buffer.active.length }, (_, y) => line(y));
      return all.slice(0, all.findLastIndex((text) => text !== '') + 1);
    },
    colours(text) {
      const top = terminal.buffer.active.baseY;
      const row = Array.from({ length: terminal.rows }, (_, y) => line(top + y)).findIndex((one) =>
        one.includes(text),
      );
      if (row < 0) return [];
      const at = line(top + row).indexOf(text);
      return [...text].map((_, index) =>
        colourOf(terminal.buffer.active.getLine(top + row)?.getCell(at + index)),
      );
    },
    cells: () =>
      Array.from({ length: terminal.rows }, (_, y) =>
        Array.from({ length: terminal.cols }, (_, x) => {
          const cell = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)?.getCell(x);
          return {
            ...{ text: cell?.getChars() || ' ', colour: colourOf(cell), ground: groundOf(cell) },
            ...{ bold: !!cell?.isBold(), dim: !!cell?.isDim() },
            ...{ inverse: !!cell?.isInverse(), underline: !!cell?.isUnderline() },
            strike: !!cell?.isStrikethrough(),
          };
        }),
      ),
    modes: () => ({
      alternateScreen: terminal.buffer.active.type === 'alternate',
      cursorVisible: !core.coreService.isCursorHidden,
      bracketedPaste: terminal.modes.bracketedPasteMode,
      mouse: terminal.modes.mouseTrackingMode !== 'none',
      focusReports: terminal.modes.sendFocusMode,
      applicationCursorKeys: terminal.modes.applicationCursorKeysMode,
      applicationKeypad: terminal.modes.applicationKeypadMode,
    }),
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    get cols() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
  };
}
