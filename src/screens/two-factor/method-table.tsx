import { useRef } from 'react';
import type { TfaMethod } from '../../client/wire.ts';
import type { TfaAt } from '../../engine/two-factor/tfa-flow.ts';
import { scrollTop } from '../../tui/list/columns.ts';
import { StillTable } from '../../tui/list/still-table.tsx';
import { partText } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { type MethodLine, methodCells, methodColumns, methodWidths } from './methods.ts';

type MethodTableProps = {
  methods: readonly TfaMethod[];
  /** The method under the cursor, by its place. */
  cursor: number;
  email: string | undefined;
  at: TfaAt;
  /** The methods are as they were some time ago: drawn dim. */
  old: boolean;
  columns: number;
  rows: number;
  /** The first line that is drawn; undefined where it follows the cursor. */
  from?: number | undefined;
};

/** Every method with its lock, and the e-mail below them; the line with the cursor stays in view. */
export function MethodTable({ methods, cursor, email, at, old, columns, rows, from }: MethodTableProps) {
  const theme = useTheme();
  const followed = useRef(0);
  const placed = methodColumns(columns);
  const all: MethodLine[] = [
    ...methods.map((method): MethodLine => ({ kind: 'method', method })),
    { kind: 'mail', email },
  ];
  if (from === undefined) followed.current = scrollTop(followed.current, cursor, all.length, rows, 1);
  const top = from ?? followed.current;
  const shown = all.slice(top, top + rows).map((line, index) => {
    const selected = top + index === cursor;
    const cells = methodCells(line, placed, { at, theme, selected });
    return { selected, cells: old ? cells.map((cell) => [partText(cell), 'dim'] as const) : cells };
  });
  return <StillTable rows={shown} widths={methodWidths(placed, columns)} />;
}
