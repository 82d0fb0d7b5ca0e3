import type { Parts } from '../../base/parts.ts';
import { markedField, markedVerbatim, marks } from '../reader/spoken-marks.ts';
import type { EditState } from './text-edit.ts';
import { viewport } from './text-view.ts';

/** A field's visible text with the cursor on it; at the end of the text the cursor is a glyph of its own. */
export function drawField(state: EditState, cells: number, caret: string): Parts {
  if (caret === marks.caret) return [markedField(state.text.replaceAll('\n', ' '), state.cursor)];
  const view = viewport(state, cells);
  return [
    view.before,
    view.under === ' ' && view.after === '' ? [caret, 'accent'] : [view.under, 'sel'],
    view.after,
  ];
}

/** A filter that is being typed at its end, behind the sign that it begins with. */
export const drawFilter = (text: string, caret: string): string =>
  caret === marks.caret ? `filter: ${markedField(text, text.length)}` : `/${text}${caret}`;

/** A filter that stands; `of` is what it is called when it is told. */
export const shownFilter = (text: string, caret: string, of = 'filter'): string =>
  caret === marks.caret ? `${of}: ${markedVerbatim(text)},` : `/${text}`;
