import { useTerminalSize } from './use-viewport.ts';

const widest = 58;
/** Edges and margins of a dialog, and what it leaves of the screen at its sides. */
const frameCells = 8;

/** Cells that a line in a dialog may have here. */
export const useDialogCells = (): number => Math.min(widest, useTerminalSize().columns - frameCells);
