import { useState } from 'react';
import { take } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { labelLength } from '../../engine/two-factor/tfa-flow.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { strokeToEdit } from '../../tui/keys/edit-keys.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { marks } from '../../tui/reader/spoken-marks.ts';
import { drawField } from '../../tui/text/field-parts.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import { type EditState, edit, editState } from '../../tui/text/text-edit.ts';

export type LabelField = { draw(cells: number, caret: string): Parts };

/** The label of a new method, with its counter. It takes the keys while `active`; Enter, Tab and Esc lead to the code. */
export function useLabel(flow: TfaFlow, active: boolean, leave: () => void): LabelField {
  const [field, change] = useState<EditState>(() => editState(flow.state.label));
  const put = (next: EditState) => {
    // The machine says that it is too long; what is in the field is what will be sent.
    flow.send({ kind: 'label', text: next.text });
    if ([...next.text].length <= labelLength) change(next);
  };
  useLayer(
    active
      ? {
          kind: 'text',
          bindings: { 'tfa.go': { run: leave }, 'tfa.field': { run: leave } },
          paste: (text) => put(edit(field, { insert: text })),
          edits: (stroke) => {
            if (stroke.key === 'esc') {
              leave();
              return true;
            }
            const command = strokeToEdit(stroke);
            if (command === undefined) return false;
            put(edit(field, command));
            return true;
          },
        }
      : undefined,
  );
  return {
    draw: (cells, caret) => {
      const isTold = caret === marks.caret;
      const count = isTold ? '' : `  ${[...field.text].length}/${labelLength}`;
      const room = Math.max(6, cells - 7 - count.length);
      const shown: Parts = active ? drawField(field, room, caret) : [take(field.text, room)];
      const rest = '_'.repeat(Math.max(0, room - partsWidth(shown)));
      return [['Label  ', active ? 'accent' : 'plain'], ...shown, [rest, 'dim'], [count, 'dim']];
    },
  };
}
