import { useEffect, useRef } from 'react';
import type { SearchReply, User } from '../../client/wire.ts';
import { quoteSample } from '../../engine/money/money.ts';
import { cheapestPrices, creditSeries, PRICE_STEP_MS } from '../../engine/money/samples.ts';
import { keys } from '../../engine/read-keys.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useBurnAt } from '../use-money.ts';
import { useTicking } from '../use-now.ts';

const isSampled = (key: string): boolean => key === keys.user || key.startsWith('offers ');

/**
 * Keeps a sample of the credit at each read of the account, and of the cheapest offer of each kind of machine at each
 * read of a search. An answer that changes nothing redraws nothing, so the times of the reads are looked at. Draws nothing.
 */
export function SampleRecorder() {
  const deck = useDeck();
  const session = useSession();
  const { reads } = deck;
  const burnAt = useBurnAt();
  const taken = useRef(new Map<string, number>());
  const answered = () =>
    reads.keys().filter((key) => isSampled(key) && !reads.underWay(key) && reads.data(key) !== undefined);
  // By our own time: what is learned of the service's makes no answer another one.
  const stamp = useTicking(() =>
    answered()
      .map((key) => `${reads.askedAtOwn(key)} ${key}`)
      .join('\n'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when there is something new
  useEffect(() => {
    if (session === undefined) return;
    const { baseUrl } = session;
    const samples = deck.services.samples(session);
    for (const key of answered()) {
      const at = reads.askedAt(key) ?? 0;
      const own = reads.askedAtOwn(key) ?? 0;
      if (taken.current.get(key) === own) continue;
      taken.current.set(key, own);
      if (key === keys.user) {
        const { id, credit } = reads.data(key) as User;
        const quote = burnAt(at);
        if (credit !== undefined)
          samples.add(at, {
            [creditSeries(baseUrl, id)]: credit,
            ...(quote !== undefined && quoteSample(baseUrl, id, quote)),
          });
        continue;
      }
      const prices = Object.entries(cheapestPrices(baseUrl, (reads.data(key) as SearchReply).offers)).filter(
        ([series]) => Math.abs(at - (samples.series(series).at(-1)?.at ?? 0)) >= PRICE_STEP_MS,
      );
      if (prices.length > 0) samples.add(at, Object.fromEntries(prices));
    }
  }, [deck, session, stamp]);
  return null;
}
