import type { Parts } from './parts.ts';
import type { EditState } from './text-edit.ts';
import { viewport } from './text-view.ts';

/** A field's visible text with the cursor on it; at the end of the text the cursor is a glyph of its own. */
export function drawField(state: EditState, cells: number, caret: string): Parts {
  const view = viewport(state, cells);
  return [
    view.before,
    view.under === ' ' && view.after === '' ? [caret, 'accent'] : [view.under, 'sel'],
    view.after,
  ];
}
