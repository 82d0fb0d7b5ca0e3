import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { createStore } from '../../base/store.ts';
import { strokeToEdit } from '../keys/edit-keys.ts';
import type { Layer } from '../keys/layers.ts';
import { useStore } from '../use-store.ts';
import { drawField } from './field-parts.ts';
import { type EditState, edit, editState, roomIn } from './text-edit.ts';
import { masked } from './text-view.ts';

export type LineField = {
  text: string;
  set(text: string): void;
  layer: Required<Pick<Layer, 'edits' | 'paste' | 'room'>>;
  /** The field as it is drawn, with its cursor. */
  draw(cells: number, caret: string): Parts;
};

/** A one-line text field: its text, the layer that takes its keys, and how it is drawn; with `dot` as so many dots. */
export function useLine(initial: string, hidden?: { dot: string }): LineField {
  // A store and no state of React's: it is drawn at once, so that an Enter right behind letters meets all of them.
  const [store] = useState(() => createStore<EditState>(editState(initial)));
  const state = useStore(store);
  const change = store.set;
  return {
    text: state.text,
    set: (text) => change(editState(text)),
    layer: {
      edits: (stroke) => {
        const command = strokeToEdit(stroke);
        if (command === undefined) return false;
        change((now) => edit(now, command));
        return true;
      },
      paste: (text) => change((now) => edit(now, { insert: text })),
      room: () => roomIn(store.get()),
    },
    draw: (cells, caret) =>
      drawField(hidden === undefined ? state : masked(state, { ...hidden, shown: 0 }), cells, caret),
  };
}
