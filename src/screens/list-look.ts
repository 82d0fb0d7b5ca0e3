import type { ListView } from '../hooks/use-list.ts';
import { type PanePlace, panePlace } from '../tui/list/split.tsx';
import type { Viewport } from '../tui/use-viewport.ts';

/** What a grid is drawn from, of a list. */
export const gridOf = <Row>(list: ListView<Row>) => ({
  columns: list.columns,
  rows: list.rows,
  rowKey: list.keyOf,
  cursor: list.cursor,
  sort: list.order,
  found: list.found,
  sideways: { wide: list.state.wide, offset: list.state.offset, reach: list.reach },
});

/**
 * Where the pane of a list stands, how large it is and where it is scrolled to; `told` is the row that it tells of. A
 * `low` pane is in nobody's way: it stands on a small screen too until it is put away.
 */
export function paneOf<Row>(list: ListView<Row>, body: Viewport, told: Row | undefined, low = false) {
  const { pane, paneSteps, paneTop, inPane } = list.state;
  const place: PanePlace =
    told === undefined ? 'none' : panePlace(body.columns, body.rows, pane ?? (low ? true : undefined));
  const top = told !== undefined && paneTop.key === list.keyOf(told) ? paneTop.line : 0;
  return { place, steps: paneSteps, top, focused: inPane, reach: list.reach.pane };
}
