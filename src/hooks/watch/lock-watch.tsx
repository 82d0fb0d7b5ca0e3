import { useEffect, useRef } from 'react';
import { epochMs } from '../../base/format-time.ts';
import type { TfaStatusReply } from '../../client/wire.ts';
import { keys } from '../../engine/read-keys.ts';
import { useDeck, useRoute } from '../use-deck.ts';
import { useTicking } from '../use-now.ts';

/**
 * Calls the person when the lock of a two-factor method has run out, whatever screen is shown: whoever waited for it has
 * most likely turned away. It goes by what was read last and reads nothing; a flow knows more of its own locks. Draws nothing.
 */
export function LockWatch() {
  const { alerts, services, reads } = useDeck();
  const { screen } = useRoute();
  const locked = useTicking(() => {
    const status = reads.data<TfaStatusReply>(keys.tfaStatus);
    const now = services.clock.now();
    return (status?.methods ?? []).filter(({ locked_until: until }) => until != null && epochMs(until) > now)
      .length;
  });
  const before = useRef(locked);
  useEffect(() => {
    if (locked < before.current && screen !== 'tfa')
      alerts.raise({ event: 'lockout-over', text: 'A two-factor method is no longer locked' });
    before.current = locked;
  }, [locked, alerts, screen]);
  return null;
}
