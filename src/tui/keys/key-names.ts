import { createContext, useContext } from 'react';
import { printable } from '../../base/key-text.ts';
import { type ActionId, actionRow, defaultKeymap, type Keymap } from '../../engine/keymap.ts';

/** What a text calls the key of an action: `r`, `enter`, `ctrl+g`; where one is typing, no letter. */
export type KeyName = (id: ActionId, where?: 'typing') => string;

/**
 * The names of keys for texts, by the keymap in use: the first key of an action. One without a key is named by how the
 * palette finds it, as `:refresh`.
 */
export const keyNames =
  (keymap: Keymap): KeyName =>
  (id, where) =>
    keymap(id).find((key) => where !== 'typing' || !printable(key)) ??
    `${keymap('app.palette')[0] ?? ':'}${actionRow(id).label}`;

const KeyNames = createContext<KeyName>(keyNames(defaultKeymap));
export const KeyNamesProvider = KeyNames.Provider;

/** The names of keys for what is being drawn. */
export const useKeyName = (): KeyName => useContext(KeyNames);

/** A key's name as the first word of a sentence: Enter, Ctrl+G; a letter stays as it is typed. */
export function atStart(name: string): string {
  if (name.length === 1 || /^\P{L}/u.test(name)) return name;
  return name
    .split('+')
    .map((part) => (part.length === 1 && name.startsWith('ctrl+') ? part.toUpperCase() : capital(part)))
    .join('+');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
