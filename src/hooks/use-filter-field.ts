import { dismissMessage } from '../engine/messages.ts';
import { strokeToEdit } from '../tui/keys/edit-keys.ts';
import { useLayer } from '../tui/keys/use-layer.ts';
import { edit, editState, roomIn } from '../tui/text/text-edit.ts';
import { useDeck } from './use-deck.ts';
import type { ListView } from './use-list.ts';

/**
 * The line in which a list's filter is typed; the rows follow each key. Enter keeps the filter, Esc clears it. While
 * the rows have the keys, Esc takes off their marks first, then the filter, and only then leads back.
 */
export function useFilterField<Row>(list: ListView<Row>): void {
  const deck = useDeck();
  const { state, set, bindings, clear } = list;
  // A screen's layer beside its own: what is open on the message line goes first, as everywhere.
  useLayer(
    clear === undefined
      ? undefined
      : {
          kind: 'screen',
          bindings: { 'app.escape': { run: () => (deck.messages.open() ? dismissMessage(deck) : clear()) } },
        },
  );
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
          pressesEnter: true,
          paste: (text) => type((now) => edit(editState(now), { insert: text }).text),
          room: () => roomIn({ text: state.filter }),
        }
      : undefined,
  );
}
