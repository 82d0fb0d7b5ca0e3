import { useMemo } from 'react';
import type { Parts } from '../../base/parts.ts';
import type { Offer } from '../../client/wire.ts';
import { modelOf } from '../../engine/money/samples.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { usePriceSamples } from '../../hooks/use-samples.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { offerDetail } from './detail.ts';

/** What the pane tells of an offer, worked out anew only when something of it has changed. */
export function useOfferDetail(told: Offer | undefined, now: number): readonly Parts[] {
  const { services } = useDeck();
  const { glyphs } = useTheme();
  const money = useMoney();
  const prices = usePriceSamples(told && modelOf(told));
  return useMemo(
    () => (told === undefined ? [] : offerDetail(told, money, prices, now, glyphs, services.timeZone)),
    [told, money, prices, now, glyphs, services],
  );
}
