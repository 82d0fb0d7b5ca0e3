import { useState } from 'react';
import { padEnd, width } from '../../base/cells.ts';
import type { ColumnView } from '../../base/column-view.ts';
import type { Parts } from '../../base/parts.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { Panel } from '../dialog/panel.tsx';
import { useLayer } from '../keys/use-layer.ts';
import { marks } from '../reader/spoken-marks.ts';
import { useTheme } from '../theme/theme.ts';
import { useStore } from '../use-store.ts';
import { useTerminalSize } from '../use-viewport.ts';
import { movedColumn, pickedColumns, plainView, toggledColumn } from './column-view.ts';
import type { PickedList } from './list-state.ts';
import { spokenColumn } from './spoken-row.ts';

/** Cells of the box: narrow, so that the list beside it shows what a choice does. */
const boxCells = 50;

/** Which columns a list shows, and in which order. The list follows at once; Esc brings back what was before. */
export function ColumnPicker({ list }: { list: PickedList }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const view = useStore(list.store).view ?? plainView;
  const [before] = useState<ColumnView>(view);
  const [id, setId] = useState<string | undefined>(undefined);
  const picked = pickedColumns(list.columns, view);
  const at = Math.max(
    0,
    picked.findIndex(({ column }) => column.id === id),
  );
  const here = picked[at]?.column.id ?? '';
  const to = (index: number) => () =>
    setId(picked[Math.max(0, Math.min(picked.length - 1, index))]?.column.id);
  const show = (next: ColumnView) => {
    // The cursor goes with the column that is moved.
    setId(here);
    list.store.set((was) => ({ ...was, view: next }));
  };
  const isLast = picked[at]?.on === true && picked.filter(({ on }) => on).length === 1;
  useLayer({
    kind: 'modal',
    bindings: {
      'columns.toggle': {
        run: () => show(toggledColumn(list.columns, view, here)),
        blocked: isLast ? 'One column stays' : undefined,
      },
      'columns.later': { run: () => show(movedColumn(list.columns, view, here, 1)) },
      'columns.earlier': { run: () => show(movedColumn(list.columns, view, here, -1)) },
      'columns.down': { run: to(at + 1) },
      'columns.up': { run: to(at - 1) },
      'columns.keep': {
        run: () => {
          deck.close();
          list.keep();
        },
      },
      'columns.undo': {
        run: () => {
          deck.close();
          list.store.set((was) => ({ ...was, view: before }));
        },
      },
    },
  });
  if (spoken) {
    const one = picked[at];
    const said = one === undefined ? '' : `${spokenColumn(one.column)}, ${one.on ? 'shown' : 'hidden'}`;
    const line: Parts = [marks.focus, `${at + 1} of ${picked.length}: ${said}`];
    return <Panel title="Columns" lines={[line]} width={0} columns={0} rows={0} />;
  }
  const room = Math.max(1, size.rows - 7);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), picked.length - room));
  const titleCells = Math.min(22, Math.max(...picked.map(({ column }) => width(column.title))));
  const lines = picked.slice(top, top + room).map(({ column, on }, index): Parts => {
    const lit = top + index === at;
    const box = on ? glyphs.checked : glyphs.unchecked;
    return [
      [
        `${lit ? glyphs.cursor : ' '} ${box} ${padEnd(column.title, titleCells)}`,
        lit ? 'sel' : on ? 'plain' : 'dim',
      ],
      [column.extra === true ? '  field' : `  ${column.name ?? ''}`, 'dim'],
    ];
  });
  const more: Parts[] = picked.length > room ? [[[`${at + 1} of ${picked.length}`, 'dim']]] : [];
  return (
    <Panel
      title="Columns"
      lines={[...lines, ...more]}
      width={boxCells}
      columns={size.columns}
      rows={size.rows}
    />
  );
}
