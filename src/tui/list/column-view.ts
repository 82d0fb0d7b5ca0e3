import type { ColumnView } from '../../base/column-view.ts';
import type { Column } from './columns.ts';

export const plainView: ColumnView = { order: [], on: [], off: [] };

const isOn = <Row>({ id, extra }: Column<Row>, view: ColumnView): boolean =>
  extra === true ? view.on.includes(id) : !view.off.includes(id);

/** All columns in the order of a view; one that it does not name follows the one that it follows by itself. */
function ordered<Row>(columns: readonly Column<Row>[], { order }: ColumnView): Column<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const placed = order.flatMap((id) => byId.get(id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (order.includes(column.id)) continue;
    const before = columns[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  }
  return placed;
}

/** The columns that a view shows; `all` shows those too that nobody asked for, behind them. Never none. */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  view: ColumnView,
  all = false,
): readonly Column<Row>[] {
  if (view === plainView && !all) return columns.filter(({ extra }) => extra !== true);
  const inOrder = ordered(columns, view);
  const on = inOrder.filter((column) => isOn(column, view));
  if (all) return [...on, ...inOrder.filter((column) => !on.includes(column))];
  return on.length === 0 ? columns.slice(0, 1) : on;
}

/** A column as the picker lists it. */
export type PickedColumn<Row> = { column: Column<Row>; on: boolean };

/** Every column in the order of the view, and whether it is shown. */
export const pickedColumns = <Row>(columns: readonly Column<Row>[], view: ColumnView): PickedColumn<Row>[] =>
  ordered(columns, view).map((column) => ({ column, on: isOn(column, view) }));

/** The view with one column shown, or shown no more; the same view where that would leave none. */
export function toggledColumn<Row>(
  columns: readonly Column<Row>[],
  view: ColumnView,
  id: string,
): ColumnView {
  const picked = pickedColumns(columns, view);
  const one = picked.find(({ column }) => column.id === id);
  if (one === undefined || (one.on && picked.filter(({ on }) => on).length === 1)) return view;
  const without = (list: readonly string[]) => list.filter((other) => other !== id);
  const order = picked.map(({ column }) => column.id);
  const isExtra = one.column.extra === true;
  return {
    order,
    on: isExtra && !one.on ? [...without(view.on), id] : without(view.on),
    off: !isExtra && one.on ? [...without(view.off), id] : without(view.off),
  };
}

/** The view with one column a place further (`by` 1) or earlier (-1). */
export function movedColumn<Row>(
  columns: readonly Column<Row>[],
  view: ColumnView,
  id: string,
  by: 1 | -1,
): ColumnView {
  const order = pickedColumns(columns, view).map(({ column }) => column.id);
  const at = order.indexOf(id);
  const other = order[at + by];
  if (at < 0 || other === undefined) return view;
  order[at + by] = id;
  order[at] = other;
  return { ...view, order };
}
