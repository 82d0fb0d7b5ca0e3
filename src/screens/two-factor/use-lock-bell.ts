import { useEffect, useRef } from 'react';
import { listWays } from '../../engine/two-factor/tfa-methods.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';

/** Calls the person when a lock ends: whoever waited for it has most likely turned away. */
export function useLockBell({ state, at }: Pick<TfaFlow, 'state' | 'at'>): void {
  const { alerts } = useDeck();
  const locked = listWays(state, at).filter(({ why }) => why?.kind === 'locked').length;
  const before = useRef(locked);
  useEffect(() => {
    if (locked < before.current)
      alerts.raise({ event: 'lockout-over', text: 'A two-factor method is no longer locked' });
    before.current = locked;
  }, [locked, alerts]);
}
