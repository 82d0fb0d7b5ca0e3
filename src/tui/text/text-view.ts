/** The part of a text field that is on screen, measured in cells. */

import { clusters, oneLine, take, width } from '../../base/cells.ts';
import type { EditState } from './text-edit.ts';

/**
 * One visible line. `under` is the cluster that the cursor stands on (a blank behind the last one);
 * `column` is the cursor's distance from the left, in cells. `before`, `under` and `after` follow each
 * other and take at most the width that was asked for.
 */
export type LineView = {
  before: string;
  under: string;
  after: string;
  column: number;
  /** Whether text is hidden to the left or right. */
  moreLeft: boolean;
  moreRight: boolean;
};

/** The slice of a one-line field, `cells` wide, in which the cursor is visible. */
export function viewport(state: EditState, cells: number): LineView {
  const left = oneLine(state.text.slice(0, state.cursor));
  const [under = ' ', ...rest] = clusters(oneLine(state.text.slice(state.cursor)));
  const underCells = Math.max(1, width(under));
  const before = takeEnd(left, Math.max(0, cells - underCells));
  const column = width(before);
  const room = Math.max(0, cells - column - underCells);
  const after = take(rest.join(''), room);
  return {
    before,
    under: underCells > cells ? ' '.repeat(Math.max(0, cells)) : under,
    after,
    column,
    moreLeft: before.length < left.length,
    moreRight: after.length < rest.join('').length,
  };
}

/** The longest end of `text` that fits in `cells` cells. */
function takeEnd(text: string, cells: number): string {
  const parts = clusters(text);
  let used = 0;
  let from = parts.length;
  while (from > 0) {
    used += width(parts[from - 1] as string);
    if (used > cells) break;
    from -= 1;
  }
  return parts.slice(from).join('');
}

/**
 * The field with its text hidden, for keys and passwords; the cursor keeps its place. The last `shown`
 * clusters stay readable when the text is long enough for that to tell little.
 */
export function masked(
  state: EditState,
  { dot = '•', shown = 0 }: { dot?: string; shown?: number } = {},
): EditState {
  const parts = clusters(state.text);
  const firstShown = parts.length >= shown * 3 ? parts.length - shown : parts.length;
  const drawn = parts.map((part, index) => (index < firstShown ? dot : part));
  const left = clusters(state.text.slice(0, state.cursor)).length;
  return { text: drawn.join(''), cursor: drawn.slice(0, left).join('').length };
}
