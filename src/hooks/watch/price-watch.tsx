import { useEffect, useRef } from 'react';
import { nameOfId, saidAct } from '../../engine/instances/names.ts';
import { dearerWords } from '../../engine/money/agreed-price.ts';
import { useDearer } from '../use-dearer.ts';
import { useDeck, useSession } from '../use-deck.ts';

/** Calls and says it, once for each price, when a record asks for more than was agreed to. Draws nothing. */
export function PriceWatch() {
  const deck = useDeck();
  const session = useSession();
  const dearer = useDearer();
  const told = useRef({ session, prices: new Map<number, number>() });
  useEffect(() => {
    if (told.current.session !== session) told.current = { session, prices: new Map() };
    const { prices } = told.current;
    for (const one of dearer.values()) {
      if (prices.get(one.id) === one.perHour) continue;
      prices.set(one.id, one.perHour);
      const text = `${nameOfId(deck.latest.current, one.id)} ${dearerWords(one)}`;
      const step = String(one.perHour);
      deck.alerts.raise({ event: 'price-raised', step, id: one.id, text });
      deck.messages.say(
        'warn',
        `${text}. ${deck.keyName('app.needs-you')} goes there, and ${saidAct(deck, 'destroy', one.id)} destroys it.`,
      );
    }
  }, [deck, session, dearer]);
  return null;
}
