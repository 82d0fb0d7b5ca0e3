import { useEffect, useRef } from 'react';
import type { ApiError } from '../client/errors.ts';
import { advise } from '../domain/error-advice.ts';
import { span } from '../domain/format-time.ts';
import { isLasting } from '../domain/read-health.ts';
import { useDeck } from '../hooks/deck.ts';
import { useLiveReads } from '../hooks/live-reads.ts';

/** What the message history keeps of the moment at which reads began to fail. */
function begins(error: ApiError): string {
  if (error.status !== 429) return `${advise(error).title} Asking again.`;
  const wait = error.retryAfterMs === undefined ? 'a while' : span(error.retryAfterMs);
  return `Too many requests: waiting ${wait}, as the service asks.`;
}

/** Says once when reads that somebody looks at begin to fail, and once when they are answered again. */
export function useOutage(): void {
  const deck = useDeck();
  const reads = useLiveReads();
  /** Why each read fails now, by cache key. */
  const failing = useRef<ReadonlyMap<string, ApiError>>(new Map());
  const since = useRef(0);
  // A failure that comes back into sight with its screen is the same one.
  const said = useRef(new WeakSet<ApiError>());
  useEffect(() => {
    const was = failing.current;
    const now = new Map(
      reads.flatMap(({ key, error }) => (error === undefined || isLasting(error) ? [] : [[key, error]])),
    );
    failing.current = now;
    const { clock } = deck.services;
    const isNew = [...now.values()].find((error) => !said.current.has(error));
    for (const error of now.values()) said.current.add(error);
    if (was.size === 0 && now.size > 0) since.current = clock.now();
    if (was.size === 0 && isNew !== undefined) deck.messages.note(begins(isNew));
    // Leaving a screen ends no outage: one of those that failed must have been answered.
    const answered = [...was.keys()].some((key) => (deck.freshAt.get(key) ?? 0) >= since.current);
    if (was.size > 0 && now.size === 0 && answered) deck.messages.note('The service answers again.');
  });
}
