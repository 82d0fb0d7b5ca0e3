import { type ReactNode, useEffect, useRef } from 'react';
import { type Cache, SWRConfig, useSWRConfig } from 'swr';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

/**
 * SWR as the deck uses it: it keeps what the engine has read, and redraws whoever shows it; it reads nothing itself
 * (docs/decisions/003-reads.md). Its cache lives as long as the engine, so that another account starts empty.
 */
export function SwrProvider({ children }: { children: ReactNode }) {
  const engine = useStore(useDeck().engine);
  const made = useRef({ engine, times: 0 });
  if (made.current.engine !== engine) made.current = { engine, times: made.current.times + 1 };
  return (
    <SWRConfig
      key={made.current.times}
      value={{
        provider: (): Cache => new Map() as Cache,
        // The engine hands on what is the same as the same.
        compare: Object.is,
        initFocus: () => undefined,
        initReconnect: () => undefined,
      }}
    >
      {children}
    </SWRConfig>
  );
}

/** Puts into SWR's cache what is to be redrawn, and has old reads made again as the window gets the focus. */
export function useEngineReads(): void {
  const { reads, services } = useDeck();
  const { mutate } = useSWRConfig();
  useEffect(() => reads.onShown((key, shown) => void mutate(key, shown, false)), [reads, mutate]);
  useEffect(
    () => services.terminal.onFocus((focused) => focused && reads.refreshOld()),
    [reads, services.terminal],
  );
}
