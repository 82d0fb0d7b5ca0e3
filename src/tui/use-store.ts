import { useSyncExternalStore } from 'react';
import type { Store } from '../base/store.ts';

/** The store's value, and a redraw whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
