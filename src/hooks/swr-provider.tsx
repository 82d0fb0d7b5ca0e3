import type { ReactNode } from 'react';
import { type Cache, SWRConfig } from 'swr';
import { ApiError } from '../client/errors.ts';
import type { Session } from '../services.ts';
import { useDeck, useSession } from './deck.ts';
import { retryDelay } from './polling.ts';

/** Replies that no waiting changes: a refused key, a missing permission, an id that is not there. */
const lasting = new Set([400, 401, 403, 404]);

/** A 404 may come before an id is known everywhere; three in a row mean that it is not there. */
const triesBeforeAbsent = 3;

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
 * SWR as the deck uses it. Its cache lives as long as the session: another account starts empty. SWR stops polling
 * after an error, so recovery is ours, here and nowhere else: back off with jitter, obey Retry-After, and leave
 * lasting refusals alone until the person acts.
 */
export function SwrProvider({ children }: { children: ReactNode }) {
  const deck = useDeck();
  const session = useSession();
  const { clock, random, terminal } = deck.services;
  return (
    <SWRConfig
      key={identity(session)}
      value={{
        provider: (): Cache => new Map() as Cache,
        dedupingInterval: 500,
        loadingTimeout: 0,
        errorRetryCount: Number.POSITIVE_INFINITY,
        focusThrottleInterval: 5_000,
        isVisible: () => true,
        isOnline: () => true,
        initFocus: (revalidate) => terminal.onFocus((focused) => focused && revalidate()),
        initReconnect: () => undefined,
        onErrorRetry: (error, key, _config, revalidate, { retryCount }) => {
          if (!(error instanceof ApiError)) return;
          const mayComeYet = error.status === 404 && retryCount < triesBeforeAbsent;
          if (error.status !== undefined && lasting.has(error.status) && !mayComeYet) return;
          const wait = error.status === 429 ? (error.retryAfterMs ?? 20_000) : retryDelay(retryCount, random);
          deck.retryAt.set(key, clock.now() + wait);
          void clock.sleep(wait).then(() => void revalidate({ retryCount }));
        },
      }}
    >
      {children}
    </SWRConfig>
  );
}
