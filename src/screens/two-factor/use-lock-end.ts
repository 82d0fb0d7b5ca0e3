import { useEffect, useRef } from 'react';

/** Asks the service again when the lock of a method has run out; `locked` are the ids of those locked now. */
export function useLockEnd(locked: readonly number[], refresh: () => void): void {
  const before = useRef<readonly number[]>([]);
  const said = locked.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` stands for the ids, which are a new list at each render
  useEffect(() => {
    const isOver = before.current.some((id) => !locked.includes(id));
    before.current = locked;
    if (isOver) refresh();
  }, [said]);
}
