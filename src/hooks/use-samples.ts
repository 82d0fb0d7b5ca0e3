import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  creditSeries,
  knownQuotes,
  type Model,
  priceSeries,
  quoteSeries,
  type Sample,
  unquotedSeries,
} from '../engine/money/samples.ts';
import { dataOf } from '../engine/read-health.ts';
import type { Session } from '../engine/services.ts';
import { useUser } from './resources.ts';
import { useDeck, useSession } from './use-deck.ts';

const none: readonly Sample[] = [];
const nothing = () => () => {};

/** A series of own samples, oldest first; none while it is not known which one is meant. */
function useSamples(nameIn: (session: Session) => string | undefined): readonly Sample[] {
  const { services } = useDeck();
  const session = useSession();
  const name = session === undefined ? undefined : nameIn(session);
  const port = session === undefined || name === undefined ? undefined : services.samples(session);
  const read = useCallback(() => (name === undefined ? none : (port?.series(name) ?? none)), [port, name]);
  return useSyncExternalStore(port?.subscribe ?? nothing, read, read);
}

/** The credit of the account, as this deck and earlier ones have read it. */
export function useCreditSamples(): readonly Sample[] {
  const user = dataOf(useUser())?.id;
  return useSamples(({ baseUrl }) => (user === undefined ? undefined : creditSeries(baseUrl, user)));
}

/** What the prices said that the account spends, when the credit was read. */
export function useQuoteSamples(): readonly Sample[] {
  const user = dataOf(useUser())?.id;
  const samples = useSamples(({ baseUrl }) => (user === undefined ? undefined : quoteSeries(baseUrl, user)));
  return useMemo(() => knownQuotes(samples), [samples]);
}

/** When it was read while a price was missing. */
export function useUnquotedSamples(): readonly Sample[] {
  const user = dataOf(useUser())?.id;
  return useSamples(({ baseUrl }) => (user === undefined ? undefined : unquotedSeries(baseUrl, user)));
}

/** The cheapest offer of a kind of machine, as this deck and earlier ones have read it. */
export const usePriceSamples = (model: Model | undefined): readonly Sample[] =>
  useSamples(({ baseUrl }) => (model === undefined ? undefined : priceSeries(baseUrl, model)));
