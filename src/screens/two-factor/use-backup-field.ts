import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { groupBackupCode, readBackupCode } from '../../engine/two-factor/code-input.ts';
import { strokeToEdit } from '../../tui/keys/edit-keys.ts';
import type { Layer } from '../../tui/keys/layers.ts';
import { drawField } from '../../tui/text/field-parts.ts';
import { type EditState, edit, editState } from '../../tui/text/text-edit.ts';

export type BackupField = {
  text: string;
  clear(): void;
  layer: Required<Pick<Layer, 'edits' | 'paste'>>;
  draw(caret: string): Parts;
};

/** Cells of `XXXX-XXXX-XXXX` and of the cursor behind it. */
const cells = 15;

/** The state with its text in groups; the cursor stays behind the same letter. */
function grouped({ text, cursor }: EditState): EditState {
  const whole = groupBackupCode(text);
  const before = groupBackupCode(text.slice(0, cursor)).length;
  return { text: whole, cursor: Math.min(whole.length, before) };
}

/**
 * A field for a backup code: visible, in capitals and groups of four while it is typed. `onWrong` hears a pasted text
 * that is none; nothing of it is put into the field.
 */
export function useBackupField(initial: string, onWrong: (text: string) => void): BackupField {
  const [state, change] = useState<EditState>(() => editState(initial));
  return {
    text: state.text,
    clear: () => change(editState('')),
    layer: {
      edits: (stroke) => {
        const command = strokeToEdit(stroke);
        if (command === undefined) return false;
        change((now) => {
          // A dash stands for itself: Backspace behind one takes the letter before it.
          const from = command === 'backspace' && now.text[now.cursor - 1] === '-' ? edit(now, 'left') : now;
          return grouped(edit(from, command));
        });
        return true;
      },
      paste: (text) => {
        const reading = readBackupCode(text);
        if (reading.kind === 'backup') change(editState(reading.code));
        else onWrong(text);
      },
    },
    draw: (caret) => drawField(state, cells, caret),
  };
}
