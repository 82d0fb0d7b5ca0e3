import { useEffect, useRef } from 'react';
import { spentBeside } from '../../engine/money/money.ts';
import { useDeck } from '../use-deck.ts';
import { useAccountBurn } from '../use-money.ts';
import { useNow } from '../use-now.ts';

const minute = 60_000;

/** Calls once as the credit falls faster than what is in sight explains, and keeps that for the last words. Draws nothing. */
export function SpendingAlarm() {
  const deck = useDeck();
  const burn = useAccountBurn(useNow(minute));
  const beside = burn && spentBeside(burn);
  const rang = useRef(false);
  useEffect(() => {
    deck.spentBeside.current = beside?.text;
    const rings = beside?.isNews === true && !rang.current;
    rang.current = beside?.isNews === true;
    if (!rings) return;
    deck.alerts.raise({ event: 'unexplained-spending', text: beside.text.replace(/\.$/, '') });
    deck.messages.say('warn', beside.text);
  });
  return null;
}
