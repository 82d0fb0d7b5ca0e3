import type { ReactNode } from 'react';
import { type Cache, SWRConfig, useSWRConfig } from 'swr';
import type { Session } from '../engine/services.ts';
import { isLong } from '../engine/taken-over.ts';
import { ReadSchedule } from './read-schedule.tsx';
import { useDeck, useSession } from './use-deck.ts';

const identities = new WeakMap<Session, number>();
let lastIdentity = 0;

/** Another number for each sign-in, so that a key that was refused and is taken now begins without the refusal. */
function identity(session: Session | undefined): number {
  if (session === undefined) return 0;
  const known = identities.get(session);
  if (known !== undefined) return known;
  lastIdentity += 1;
  identities.set(session, lastIdentity);
  return lastIdentity;
}

/**
 * SWR as the deck uses it: a cache that lives as long as the session, so that another account starts empty. It repeats
 * nothing by itself: it would poll once for each component that looks, and never again after an error.
 */
export function SwrProvider({ children }: { children: ReactNode }) {
  const deck = useDeck();
  const session = useSession();
  const { terminal } = deck.services;
  const { compare } = useSWRConfig();
  return (
    <SWRConfig
      key={identity(session)}
      value={{
        provider: (): Cache => new Map() as Cache,
        // Of a long list the read has found out already what is the same, and hands that on as the same.
        compare: (a, b) => a === b || (!isLong(a) && !isLong(b) && compare(a, b)),
        dedupingInterval: 500,
        loadingTimeout: 0,
        shouldRetryOnError: false,
        focusThrottleInterval: 5_000,
        isVisible: () => true,
        isOnline: () => true,
        initFocus: (revalidate) => terminal.onFocus((focused) => focused && revalidate()),
        initReconnect: () => undefined,
      }}
    >
      <ReadSchedule />
      {children}
    </SWRConfig>
  );
}
