import { useEffect, useRef } from 'react';
import { listWays } from '../../domain/tfa-methods.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useServices } from '../../services.ts';

/** Rings when a lock ends: whoever waited for it has most likely turned away. */
export function useLockBell({ state, at }: Pick<TfaFlow, 'state' | 'at'>): void {
  const { terminal } = useServices();
  const locked = listWays(state, at).filter(({ why }) => why?.kind === 'locked').length;
  const before = useRef(locked);
  useEffect(() => {
    if (locked < before.current) terminal.bell();
    before.current = locked;
  }, [locked, terminal]);
}
