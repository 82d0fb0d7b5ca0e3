import { padEnd, padStart, width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { spelled } from '../../tui/reader/spoken-text.ts';
import type { Theme } from '../../tui/theme/theme.ts';

export type BackupCodesLook = {
  columns: number;
  /** Dots in place of the codes: after a while without a key, and while one of them is asked for. */
  hidden: boolean;
  /** The one that is asked for, counted from 0. */
  asked?: number;
};

const numberCells = 3;
const between = 14;

/** New backup codes in two columns, numbered (mock-up 5.9); in one where two do not fit. */
export function backupCodeLines(
  codes: readonly string[],
  look: BackupCodesLook,
  { glyphs, spoken }: Theme,
): Parts[] {
  if (spoken) return spokenCodes(codes, look);
  const { columns, hidden, asked } = look;
  const widest = Math.max(0, ...codes.map(width));
  const indent = columns < numberCells + widest + 10 ? 0 : 4;
  const one = (at: number): Parts => {
    const code = codes[at];
    if (code === undefined) return [];
    const shown = hidden ? code.replace(/[^-]/g, glyphs.dot) : code;
    const style = asked === at ? 'accent' : hidden ? 'dim' : 'bold';
    return [
      [padStart(String(at + 1), numberCells), asked === at ? 'accent' : 'dim'],
      '  ',
      [padEnd(shown, widest), style],
    ];
  };
  const half = Math.ceil(codes.length / 2);
  const gap = Math.min(between, columns - indent - 2 * (numberCells + 2 + widest));
  if (gap < 2) return codes.map((_, at): Parts => [' '.repeat(indent), ...one(at)]);
  return Array.from(
    { length: half },
    (_, row): Parts => [' '.repeat(indent), ...one(row), ' '.repeat(gap), ...one(row + half)],
  );
}

function spokenCodes(codes: readonly string[], { hidden, asked }: BackupCodesLook): Parts[] {
  if (!hidden) return codes.map((code, at): Parts => [`code ${at + 1}: ${spelled(code)}`]);
  return [
    [asked === undefined ? 'The codes are hidden.' : `The codes are hidden. Code ${asked + 1} is asked for.`],
  ];
}
