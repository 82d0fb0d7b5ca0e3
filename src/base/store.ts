/** A value with subscribers. One store per concern, so that a change redraws only what reads it. */
export type Store<T> = {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const to = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(to, value)) return;
      value = to;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
