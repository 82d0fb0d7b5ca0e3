import { useEffect, useRef } from 'react';
import { span } from '../../base/format-time.ts';
import type { ApiError } from '../../client/errors.ts';
import { advise } from '../../engine/error-advice.ts';
import { isLasting } from '../../engine/read-health.ts';
import { useLiveReads } from '../live-reads.ts';
import { useDeck } from '../use-deck.ts';
import { useTicking } from '../use-now.ts';

/** What the message history keeps of the moment at which reads began to fail. */
function begins(error: ApiError): string {
  if (error.status !== 429) return `${advise(error).title} Asking again.`;
  if (error.retryAfterMs !== undefined) {
    return `Too many requests: waiting ${span(error.retryAfterMs)}, as the service asks.`;
  }
  return error.waitMs === undefined || error.reason !== 'paused'
    ? 'Too many requests: the service does not say for how long. Waiting twice as long as usual.'
    : `Too many requests: waiting ${span(error.waitMs)}, as the service asks.`;
}

/** Notes that reads are made less often, after a 429 that named no time, and when they are as before again. */
function useSlower(): void {
  const deck = useDeck();
  const slower = useTicking(() => deck.session.get()?.api.limits().slower ?? 1);
  const was = useRef(1);
  useEffect(() => {
    if (slower > was.current)
      deck.messages.note(`Too many requests: reading ${slower} times less often for 5 minutes.`);
    if (slower === 1 && was.current > 1) deck.messages.note('Reading as often as before.');
    was.current = slower;
  }, [deck, slower]);
}

/** Says once when reads that somebody looks at begin to fail, and once when they are answered again. */
export function useOutage(): void {
  useSlower();
  const deck = useDeck();
  const reads = useLiveReads()();
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
    const isNew = [...now.values()].find((error) => !said.current.has(error));
    for (const error of now.values()) said.current.add(error);
    if (was.size === 0 && now.size > 0) since.current = deck.own();
    if (was.size === 0 && isNew !== undefined) deck.messages.note(begins(isNew));
    // Leaving a screen ends no outage: one of those that failed must have been answered.
    const answered = [...was.keys()].some((key) => (deck.reads.askedAtOwn(key) ?? 0) >= since.current);
    if (was.size > 0 && now.size === 0 && answered) deck.messages.note('The service answers again.');
  });
}
