import { useSyncExternalStore } from 'react';
import type { SeenCall } from '../../engine/services.ts';
import { useServices } from '../../hooks/use-deck.ts';

const none: readonly SeenCall[] = [];
const never = () => () => {};

/** The calls of this run, oldest first. */
export function useCalls(): readonly SeenCall[] {
  const { calls } = useServices();
  return useSyncExternalStore(calls?.subscribe ?? never, calls?.list ?? (() => none));
}
