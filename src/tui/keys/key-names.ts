import { createContext, useContext } from 'react';
import { defaultKeymap, type KeyName, keyNames } from '../../engine/keymap.ts';

const KeyNames = createContext<KeyName>(keyNames(defaultKeymap));
export const KeyNamesProvider = KeyNames.Provider;

/** The names of keys for what is being drawn. */
export const useKeyName = (): KeyName => useContext(KeyNames);
