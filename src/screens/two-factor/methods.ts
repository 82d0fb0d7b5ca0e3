import { cut, padEnd, width } from '../../base/cells.ts';
import { countdown, epochMs } from '../../base/format-time.ts';
import type { Part } from '../../base/parts.ts';
import type { TfaMethod } from '../../client/wire.ts';
import type { TfaAt } from '../../engine/two-factor/tfa-flow.ts';
import { type Column, columnGap, type Placed, placeColumns } from '../../tui/list/columns.ts';
import type { Theme } from '../../tui/theme/theme.ts';
import { lockLeft, maskedPhone, roughly, serviceTime } from './protection.ts';

/** A line of the methods table: what is stored, or the account's e-mail, which proves and is not stored. */
export type MethodLine = { kind: 'method'; method: TfaMethod } | { kind: 'mail'; email: string | undefined };

/** Cells of the cursor, the star, and the blanks around them. */
const gutter = 6;
const wideFrom = 100;

const column = (id: string, min: number, ideal: number, priority: number): Column<MethodLine> => ({
  id,
  title: '',
  align: 'left',
  min,
  ideal,
  priority,
  cell: () => undefined,
});

/** Columns of the table in `columns` cells; the time of last use gives way first. */
export function methodColumns(columns: number): readonly Placed<MethodLine>[] {
  const wide = columns >= wideFrom;
  return placeColumns(
    [
      column('type', 4, 5, 1),
      column('label', 9, wide ? 44 : 25, 2),
      column('used', 13, wide ? 18 : 13, 3),
      column('state', 23, 24, 1),
    ],
    columns - gutter,
  );
}

/** Cells of each column of the drawn table, the gutter first and gaps included. */
export function methodWidths(placed: readonly Placed<MethodLine>[], columns: number): number[] {
  const widths = placed.map(({ width: cells }) => cells + columnGap);
  const used = widths.slice(0, -1).reduce((sum, cells) => sum + cells, gutter);
  return [gutter, ...widths.slice(0, -1), Math.max(1, columns - used)];
}

type Look = { at: TfaAt; theme: Theme; selected: boolean };

/** The cells of a line, for these columns and with the gutter before them. */
export function methodCells(line: MethodLine, placed: readonly Placed<MethodLine>[], look: Look): Part[] {
  const { glyphs, ascii } = look.theme;
  const primary = line.kind === 'method' && line.method.is_primary === true;
  const star = primary ? (ascii ? 'P' : '★') : ' ';
  const mark = padEnd(look.selected ? glyphs.cursor : '', 4) + star;
  return [mark, ...placed.map(({ column: { id }, width: cells }) => cellOf(line, id, cells, look))];
}

function cellOf(line: MethodLine, id: string, cells: number, { at, theme }: Look): Part {
  const { glyphs } = theme;
  if (line.kind === 'mail') {
    const said: Record<string, string> = {
      type: 'mail',
      label: line.email ?? glyphs.absent,
      used: 'not stored',
      state: 'proof only',
    };
    return [said[id] ?? '', 'dim'];
  }
  const { method } = line;
  switch (id) {
    case 'type':
      return method.method;
    case 'label':
      return nameCell(method, cells, theme);
    case 'used':
      return [usedText(method, at, glyphs.absent), 'dim'];
    default:
      return stateCell(method, at, theme);
  }
}

/** The label and the last digits of the phone; where both do not fit, the digits stay. */
function nameCell(method: TfaMethod, cells: number, { glyphs }: Theme): string {
  const label = method.label?.trim() ?? '';
  const phone = maskedPhone(method.phone_number, glyphs);
  if (phone === '' || label === '') return cut(phone || label || glyphs.absent, cells, glyphs.ellipsis);
  const room = cells - width(phone) - 2;
  return room < 3 ? phone : `${cut(label, room, glyphs.ellipsis)}  ${phone}`;
}

function usedText({ last_used: used, created_at: created }: TfaMethod, at: TfaAt, absent: string): string {
  const ago = (seconds: number) => `${roughly(serviceTime(at) - epochMs(seconds))} ago`;
  if (used !== undefined) return `used ${ago(used)}`;
  return created === undefined ? absent : `added ${ago(created)}`;
}

function stateCell(method: TfaMethod, at: TfaAt, { glyphs, ascii }: Theme): Part {
  const count = method.fail_count ?? 0;
  const fails = count === 0 ? '' : `  ${count} ${count === 1 ? 'fail' : 'fails'}`;
  const left = lockLeft(method, at);
  return left > 0
    ? [`${glyphs.warn} locked ${countdown(left)}${fails}`, 'warn']
    : [`${ascii ? '*' : glyphs.running} ready${fails}`, 'ok'];
}
