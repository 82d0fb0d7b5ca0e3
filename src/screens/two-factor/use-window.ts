import { useEffect } from 'react';
import type { TfaStatusReply } from '../../client/wire.ts';
import { keys } from '../../engine/read-keys.ts';
import type { TfaAt, TfaWindow } from '../../engine/two-factor/tfa-flow.ts';
import type { TfaMemory } from '../../engine/two-factor/tfa-memory.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useStore } from '../../tui/use-store.ts';
import { windowNow } from './window.ts';

/** The window as it is known now, with what flows have left behind; a window that is found open is remembered. */
export function useTfaWindow(
  status: TfaStatusReply | undefined,
  at: TfaAt,
): { memory: TfaMemory; window: TfaWindow } {
  const deck = useDeck();
  const memory = useStore(deck.tfa.memory);
  const window = windowNow(memory.window, { status, readAt: deck.reads.askedAt(keys.tfaStatus) }, at);
  const { kind } = window;
  const since = window.kind === 'shut' ? 0 : window.at;
  useEffect(() => {
    const next: TfaWindow = kind === 'shut' ? { kind } : { kind, at: since };
    deck.tfa.memory.set((now) => {
      const had = now.window.kind === 'shut' ? 0 : now.window.at;
      return now.window.kind === kind && had === since ? now : { ...now, window: next };
    });
  }, [deck, kind, since]);
  return { memory, window };
}
