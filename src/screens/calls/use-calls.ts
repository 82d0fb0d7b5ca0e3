import { useSyncExternalStore } from 'react';
import { type SeenCall, useServices } from '../../engine/services.ts';

const none: readonly SeenCall[] = [];
const never = () => () => {};

/** The calls of this run, oldest first. */
export function useCalls(): readonly SeenCall[] {
  const { calls } = useServices();
  return useSyncExternalStore(calls?.subscribe ?? never, calls?.list ?? (() => none));
}
