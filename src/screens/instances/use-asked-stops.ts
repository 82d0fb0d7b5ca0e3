import { clockTime, dayMonth, timeOrDate } from '../../base/format-time.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useStore } from '../../tui/use-store.ts';
import type { AskedStops } from './columns.ts';

/**
 * What stands for the state of an instance from a stop until the service reports something: which word it has for a
 * stopped one is not in interface.md.
 */
export function useAskedStops(): AskedStops {
  const { stopAsked, services } = useDeck();
  const asked = useStore(stopAsked);
  const { clock, timeZone } = services;
  // The column has no room for both the day and the time.
  const at = (ms: number) => {
    const time = clockTime(ms, timeZone);
    return timeOrDate(ms, clock.now(), timeZone) === time ? time.slice(0, 5) : dayMonth(ms, timeZone);
  };
  return new Map([...asked].map(([id, stop]) => [id, `stop asked ${at(stop.at)}`]));
}
