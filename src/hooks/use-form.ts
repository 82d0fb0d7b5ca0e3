import type { Store } from '../base/store.ts';
import { type ActionId, type Binding, type Bindings, elsewhereActions } from '../engine/keymap.ts';
import {
  type FieldSpec,
  type FormState,
  fieldBeside,
  fieldValue,
  optionBeside,
  takesText,
  withValue,
} from '../tui/form/form-state.ts';
import { strokeToEdit } from '../tui/keys/edit-keys.ts';
import type { LayerStroke } from '../tui/keys/layers.ts';
import { useLayer } from '../tui/keys/use-layer.ts';
import { edit, editState, roomIn } from '../tui/text/text-edit.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

export const formActions = [
  'form.next',
  'form.previous',
  'form.press',
] as const satisfies readonly ActionId[];
export type FormAction = (typeof formActions)[number];

export type FormView = {
  state: FormState;
  focused: FieldSpec | undefined;
  bindings: Bindings<FormAction>;
  /** Leaves the field when one is being edited; false when there is nothing to leave. */
  leaveField(): boolean;
  focus(id: string): void;
  /**
   * Esc: out of the field, past what was said, then back. While something is under way it leads back at once, and the key
   * line says so.
   */
  escape: Binding;
};

/** Where the way out stands on a key line on which little else works until an answer has come. */
export const wayOutFooter = 12;

const never = () => false;

/** What a locked form leaves to the layers below: out of it, out of the deck, help, and how the screen looks. */
const unlocked: readonly ActionId[] = ['app.escape', 'app.quit', 'app.help', 'app.repaint', 'app.suspend'];

/** What of the screen still has its letters on a choice, a switch or a button, where none is being typed. */
const passedOn: readonly ActionId[] = ['app.back', 'app.help', 'app.palette', 'app.refresh'];
/** And where no Esc leads back, since the form is a place of its own, what leads elsewhere. */
const passedOnAtHome: readonly ActionId[] = [
  ...passedOn,
  ...elsewhereActions.filter((id) => id !== 'app.undo'),
];

/** In a text of several lines up and down move; at its first and last line they lead out of it. */
function leadsOut(field: FieldSpec, state: FormState, key: string): boolean {
  if (field.kind !== 'lines') return false;
  const { text, cursor } = state.texts[field.id] ?? editState('');
  return key === 'up'
    ? !text.slice(0, cursor).includes('\n')
    : key === 'down' && !text.slice(cursor).includes('\n');
}

/**
 * A form over a store, so that what was typed outlives the screen. Text fields take letters while they are edited;
 * Esc leaves the field first and the form after that. Choices move with the arrows, switches turn with Space.
 *
 * While `isLocked` holds nothing that is typed or pasted reaches a field, a button or a command of the screen: what
 * was asked of the form is under way. It is asked at each key and not at each render, because keys that were typed
 * ahead come before anything is drawn.
 */
export function useForm(
  store: Store<FormState>,
  fields: readonly FieldSpec[],
  submit: () => void,
  isLocked: () => boolean = never,
): FormView {
  const deck = useDeck();
  const held = useStore(store);
  const set = store.set;
  const focused = fields.find((field) => field.id === held.focus) ?? fields[0];
  // A field can go while it has the focus, when another one says so; the first takes over.
  const state = focused === undefined || focused.id === held.focus ? held : { ...held, focus: focused.id };
  const current = () => fields.find((field) => field.id === store.get().focus) ?? fields[0];
  const focus = (id: string) => set((now) => ({ ...now, focus: id, editing: true }));
  const move = (by: 1 | -1) => () => {
    const next = fieldBeside(fields, current()?.id ?? '', by);
    if (next !== undefined) focus(next.id);
  };
  const pick = (field: FieldSpec & { kind: 'choice' }, by: 1 | -1) =>
    set((now) => withValue(now, field.id, optionBeside(field.options, fieldValue(now, field), by)));
  const turn = (id: string) => set((now) => withValue(now, id, now.picks[id] === 'true' ? '' : 'true'));

  /** Enter: into the field when it was left, on to the next from a text, else what the field itself does. */
  const press = () => {
    const field = current();
    if (field === undefined) return;
    if (!store.get().editing) return focus(field.id);
    if (field.kind === 'button') return field.press();
    if (field.kind === 'switch') return turn(field.id);
    if (field.kind === 'choice') {
      return deck.open({
        kind: 'menu',
        title: field.label,
        entries: field.options.map(({ value, label, hint }) => ({
          label,
          ...(hint === undefined ? {} : { hint }),
          run: () => set((now) => withValue(now, field.id, value)),
        })),
      });
    }
    const next = fieldBeside(fields, field.id, 1);
    if (next === undefined || next.id === fields[0]?.id) submit();
    else focus(next.id);
  };

  const editText = (field: FieldSpec, change: Parameters<typeof edit>[1]) =>
    set((now) => {
      const options = { multiline: field.kind === 'lines' };
      const text = edit(now.texts[field.id] ?? editState(''), change, options);
      return { ...now, texts: { ...now.texts, [field.id]: text } };
    });
  const roomFor = (field: FieldSpec) =>
    roomIn(store.get().texts[field.id] ?? editState(''), { multiline: field.kind === 'lines' });
  const means = (key: string, ids: readonly ActionId[]) => ids.some((id) => deck.keymap(id).includes(key));
  const staysHere = ({ key, text }: LayerStroke): boolean =>
    text !== undefined && !means(key, deck.nav.get().stack.length > 1 ? passedOn : passedOnAtHome);
  const edits = (stroke: LayerStroke): boolean => {
    // A letter is no way out while something is under way: it was typed ahead.
    if (isLocked()) return stroke.text !== undefined || !means(stroke.key, unlocked);
    const field = current();
    if (field === undefined || !store.get().editing) return false;
    if (field.kind === 'choice') {
      const by =
        stroke.key === 'right' || stroke.key === 'space' ? 1 : stroke.key === 'left' ? -1 : undefined;
      if (by !== undefined) pick(field, by);
      return by !== undefined || staysHere(stroke);
    }
    if (field.kind === 'switch' || field.kind === 'button') {
      if (field.kind === 'switch' && stroke.key === 'space') turn(field.id);
      return staysHere(stroke);
    }
    if (leadsOut(field, store.get(), stroke.key)) return false;
    const command = strokeToEdit(stroke, { multiline: field.kind === 'lines' });
    if (command === undefined) return false;
    editText(field, command);
    return true;
  };
  useLayer(
    state.editing || isLocked()
      ? {
          kind: 'text',
          bindings: {},
          edits,
          leaves: isLocked() ? unlocked : undefined,
          paste: (text) => {
            const field = isLocked() ? undefined : current();
            if (field?.kind === 'text' || field?.kind === 'lines') editText(field, { insert: text });
          },
          room: () => {
            const field = isLocked() ? undefined : current();
            return takesText(field) ? roomFor(field as FieldSpec) : Number.POSITIVE_INFINITY;
          },
        }
      : undefined,
  );

  const leaveField = () => {
    if (isLocked() || !store.get().editing || !takesText(current())) return false;
    set((now) => ({ ...now, editing: false }));
    return true;
  };
  // What is under way takes no key, so no cursor is offered.
  const isHeld = isLocked() && focused !== undefined && takesText(focused);
  return {
    state: isHeld ? { ...state, editing: false } : state,
    focused,
    focus,
    leaveField,
    escape: {
      run: () => {
        if (leaveField()) return;
        if (!isLocked() && deck.messages.open()) deck.messages.dismiss();
        else deck.go({ go: 'back' });
      },
      ...(isLocked() ? { label: 'leave', footer: wayOutFooter } : {}),
    },
    bindings: {
      'form.next': { run: move(1) },
      'form.previous': { run: move(-1) },
      'form.press': { run: press },
    },
  };
}
