import { printable } from '../../base/key-text.ts';
import type { ActionRow } from '../../engine/action-row.ts';
import type { ActionId, Binding, Keymap } from '../../engine/keymap.ts';
import { actionRow } from '../../engine/keymap.ts';

/**
 * What may take a stroke, top first. `modal` layers hide everything below; `text` layers take printable strokes and
 * the keys of a line editor before any action sees them.
 */
export type LayerKind = 'global' | 'screen' | 'text' | 'modal' | 'modal-text';

export type Layer = {
  kind: LayerKind;
  /** By the id of the action. */
  bindings: Readonly<Record<string, Binding | undefined>>;
  /** Text layers only: true when the stroke was an edit of the field. */
  edits?: (stroke: LayerStroke) => boolean;
  /** Text layers only: it takes digits, and letters stay commands. */
  digitsOnly?: true;
  /** Text layers only: what was asked of the form is under way, and these alone still work below it. */
  leaves?: readonly ActionId[] | undefined;
  /** Text layers only: text that was pasted, line breaks included. */
  paste?: (text: string) => void;
  /** Text layers only: how many more characters it takes; left out, as an empty line. */
  room?: () => number;
  /**
   * Text layers only: where pastes are marked, Enter in the middle of what comes at once is pressed, as somebody types who
   * is faster than the line. For a line whose Enter neither pays for nor destroys anything without a question.
   */
  pressesEnter?: true;
};

/** The part of a stroke that dispatch looks at: its name, and its text when it is printable. */
export type LayerStroke = { key: string; text?: string };

export type Dispatched =
  | { kind: 'action'; id: string; binding: Binding }
  | { kind: 'blocked'; id: string; reason: string }
  | { kind: 'edit'; layer: Layer }
  | { kind: 'none' };

const depth: Record<LayerKind, number> = { global: 0, screen: 1, text: 2, modal: 3, 'modal-text': 4 };

/** The layers in the order in which they are asked: the topmost first, the later of two equals first. */
function stackLayers(layers: readonly Layer[]): readonly Layer[] {
  return layers
    .map((layer, index) => ({ layer, index }))
    .sort((a, b) => depth[b.layer.kind] - depth[a.layer.kind] || b.index - a.index)
    .map(({ layer }) => layer);
}

/** Which layer takes a stroke, and as what. Pure: running the binding is the caller's business. */
export function dispatch(stroke: LayerStroke, layers: readonly Layer[], keymap: Keymap): Dispatched {
  let hidden = false;
  for (const layer of stackLayers(layers)) {
    if (!hidden && layer.edits?.(stroke)) return { kind: 'edit', layer };
    for (const { id, row, keys, binding } of boundIn(layer, keymap)) {
      if (!keys.includes(stroke.key) || (hidden && row.always !== true)) continue;
      return binding.blocked === undefined
        ? { kind: 'action', id, binding }
        : { kind: 'blocked', id, reason: binding.blocked };
    }
    if (layer.kind === 'modal' || (layer.kind === 'modal-text' && Object.keys(layer.bindings).length > 0))
      hidden = true;
  }
  return { kind: 'none' };
}

/** The layer that a paste goes to: a text field that nothing hides. Elsewhere a paste is no keys and is ignored. */
export function pasteTarget(layers: readonly Layer[]): Layer | undefined {
  for (const layer of stackLayers(layers)) {
    if (layer.paste !== undefined) return layer;
    if (layer.kind === 'modal') return undefined;
  }
  return undefined;
}

/** An action that can be reached right now, and the keys that lead to it. */
export type Reachable = {
  id: string;
  row: ActionRow;
  binding: Binding;
  keys: readonly string[];
};

/** What a layer binds, in the order in which it is asked. */
function boundIn({ bindings }: Layer, keymap: Keymap): Reachable[] {
  return Object.entries(bindings).flatMap(([id, binding]): Reachable[] => {
    if (binding === undefined) return [];
    const { row } = binding;
    return row === undefined
      ? [{ id, row: actionRow(id as ActionId), binding, keys: keymap(id as ActionId) }]
      : [{ id, row, binding, keys: row.keys }];
  });
}

const isDigit = (key: string): boolean => /^[0-9]$/.test(key);

/**
 * The actions a person can use right now, topmost first, for the key line and the help overlay: without
 * those whose keys are all letters of a text field above, or taken by a layer above.
 */
export function visibleActions(layers: readonly Layer[], keymap: Keymap): Reachable[] {
  const found: Reachable[] = [];
  const taken = new Set<string>();
  let isTyped = (_key: string): boolean => false;
  let works = (_id: string): boolean => true;
  for (const layer of stackLayers(layers)) {
    for (const bound of boundIn(layer, keymap)) {
      const isBelowField = layer.edits === undefined;
      const keys = bound.keys.filter((key) => !taken.has(key) && !(isBelowField && isTyped(key)));
      if (keys.length === 0 || !works(bound.id)) continue;
      found.push({ ...bound, keys });
      // The first of a layer that has a key is the one that gets it, as in dispatch.
      for (const key of keys) taken.add(key);
    }
    if (layer.edits !== undefined) isTyped = layer.digitsOnly === true ? isDigit : printable;
    const { leaves } = layer;
    if (leaves !== undefined) works = (id) => leaves.some((one) => one === id);
    if (layer.kind === 'modal') break;
  }
  return found;
}

/**
 * Every action that is bound right now, topmost first, each once: for the palette, which a letter of a text field keeps
 * from nothing. Of those that no key reaches `keys` is empty.
 */
export function boundActions(layers: readonly Layer[], keymap: Keymap): Reachable[] {
  const found = new Map(visibleActions(layers, keymap).map((action) => [action.id, action]));
  for (const layer of stackLayers(layers)) {
    for (const bound of boundIn(layer, keymap))
      if (!found.has(bound.id)) found.set(bound.id, { ...bound, keys: [] });
    if (layer.kind === 'modal') break;
  }
  return [...found.values()];
}
