import { strokeToEdit } from '../edit-keys.ts';
import { edit, editState } from '../text-edit.ts';
import { useLayer } from './use-layer.ts';
import type { ListView } from './use-list.ts';

/** The line in which a list's filter is typed; the rows follow each key. Enter keeps the filter, Esc clears it. */
export function useFilterField<Row>(list: ListView<Row>): void {
  const { state, set, bindings } = list;
  const type = (change: (text: string) => string) => set({ filter: change(state.filter) });
  useLayer(
    state.typing
      ? {
          kind: 'text',
          bindings: {
            'filter.keep': { run: () => set({ typing: false }) },
            'filter.clear': { run: () => set({ typing: false, filter: '' }) },
            'filter.down': bindings['list.down'],
            'filter.up': bindings['list.up'],
          },
          // The cursor stays at the end: a filter is short, and left and right are not worth a state of their own.
          edits: (stroke) => {
            const command = strokeToEdit(stroke);
            if (command === undefined) return false;
            type((text) => edit(editState(text), command).text);
            return true;
          },
          paste: (text) => type((now) => edit(editState(now), { insert: text }).text),
        }
      : undefined,
  );
}
