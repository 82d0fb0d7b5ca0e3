import { blank, prose, type Row } from '../../tui/text/row-lines.tsx';
import type { Theme } from '../../tui/theme/theme.ts';
import { backupCodeLines } from './backup-codes.ts';

/** The codes themselves, numbered; as dots while they are hidden. */
export function codesRows(
  codes: readonly string[],
  look: { columns: number; hidden: boolean; asked?: number },
  theme: Theme,
): Row[] {
  return backupCodeLines(codes, look, theme).map((parts) => ({ parts, drop: look.hidden ? 2 : 0 }));
}

export function codesHead(from: 'first' | 'regen', columns: number): Row[] {
  const what =
    from === 'regen'
      ? 'Shown once, and never again. The old ones are void.'
      : 'Shown once. The service will not show them again.';
  return [...prose(what, columns, 'warn', 0), blank(8)];
}
