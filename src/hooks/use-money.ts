import { useCallback, useMemo } from 'react';
import { type AccountBurn, accountBurn, BURN_WINDOW_MS, type Money } from '../engine/money/money.ts';
import { dataOf } from '../engine/read-health.ts';
import { notOffered } from '../engine/refusals.ts';
import { useInstances, useUser, useVolumes } from './resources.ts';
import { useNow } from './use-now.ts';
import { useCreditSamples, useQuoteSamples, useUnquotedSamples } from './use-samples.ts';

const minute = 60_000;

/** Dollars; undefined until they are known. */
export const useCredit = (): number | undefined => dataOf(useUser())?.credit;

/** What the account spends, by its prices and by its credit; undefined until the instances are known. */
export function useAccountBurn(now: number): AccountBurn | undefined {
  const burnAt = useBurnOf();
  return useMemo(() => burnAt(now), [burnAt, now]);
}

function useBurnOf(): (now: number) => AccountBurn | undefined {
  const list = dataOf(useInstances());
  const read = useVolumes(true);
  const volumes = dataOf(read);
  // A service that has no such list is not known to charge for any.
  const unread = volumes === undefined && read.state === 'failed' && !notOffered(read.error);
  const samples = useCreditSamples();
  const quotes = useQuoteSamples();
  const unquoted = useUnquotedSamples();
  return useCallback(
    (now) => {
      const last = samples.at(-1)?.at ?? now;
      return (
        list &&
        // As of the last read of the credit: one figure, whichever second each place is drawn in.
        accountBurn(list.instances, samples, now - last < BURN_WINDOW_MS ? last : now, {
          volumes: unread ? 'unread' : volumes?.rows,
          quotes,
          unquoted,
          missing: (list.missing ?? 0) + (volumes?.missing ?? 0),
        })
      );
    },
    [list, volumes, unread, samples, quotes, unquoted],
  );
}

/** The same for whoever shows it as of a time of its own; it is reckoned anew once a minute. */
export function useBurnAt(): (now: number) => AccountBurn | undefined {
  const burnOf = useBurnOf();
  return useMemo(() => {
    let last = { at: Number.NaN, burn: undefined as AccountBurn | undefined };
    return (now) => {
      const at = Math.floor(now / minute) * minute;
      if (at !== last.at) last = { at, burn: burnOf(now) };
      return last.burn;
    };
  }, [burnOf]);
}

/** What runways are reckoned with, for the preview of a decision. */
export function useMoney(): Required<Money> {
  const credit = useCredit();
  const reckoned = useAccountBurn(useNow(minute))?.reckoned;
  return useMemo(
    () => ({ credit, burnPerHour: reckoned?.perHour, atLeast: reckoned?.atLeast ?? false }),
    [credit, reckoned],
  );
}
