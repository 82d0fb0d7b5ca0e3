import type { SavedSearch, SavedSearchesPort } from './saved-search.ts';

/** Saved searches that last for the run. */
export function searchesInMemory(): SavedSearchesPort {
  let list: readonly SavedSearch[] = [];
  const listeners = new Set<() => void>();
  return {
    list: () => list,
    problems: () => [],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: async (of) => {
      list = of(list);
      for (const listener of [...listeners]) listener();
      return { ok: true };
    },
    reload: async () => undefined,
  };
}
