import { useEffect, useRef } from 'react';
import { runway } from '../../engine/money/money.ts';
import { alarmWords, stopPlan, watchRunway } from '../../engine/money/runway-alarm.ts';
import { dataOf } from '../../engine/read-health.ts';
import { useInstances } from '../resources.ts';
import { useDeck } from '../use-deck.ts';
import { useMoney } from '../use-money.ts';
import { useNow } from '../use-now.ts';

const minute = 60_000;

/** Calls once as the runway falls below two hours, and says what stopping buys how much time. Draws nothing. */
export function RunwayAlarm() {
  const deck = useDeck();
  const money = useMoney();
  const { credit, burnPerHour } = money;
  const list = dataOf(useInstances());
  const now = useNow(minute);
  const armed = useRef(true);
  // Without credit and without a machine nothing is lost.
  const left = burnPerHour === 0 ? 'forever' : runway(credit, burnPerHour, now);
  const leftMs = left === 'forever' ? Number.POSITIVE_INFINITY : left?.ms;
  useEffect(() => {
    if (leftMs === undefined) return;
    const next = watchRunway(armed.current, leftMs);
    armed.current = next.armed;
    if (!next.ring || left === undefined || left === 'forever') return;
    const text = alarmWords(
      left,
      stopPlan(list?.instances ?? [], money, list?.missing),
      deck.services.timeZone,
    );
    deck.alerts.raise({ event: 'runway-short', text });
    deck.messages.say('warn', `${text} ${deck.keyName('app.money')} shows the plan.`);
  });
  return null;
}
