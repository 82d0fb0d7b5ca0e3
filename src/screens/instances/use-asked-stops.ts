import { clockTime } from '../../domain/format-time.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useStore } from '../../hooks/store.ts';
import type { AskedStops } from './columns.ts';

/**
 * What stands for the state of an instance from a stop until the service reports something: which word it has for a
 * stopped one is not in interface.md.
 */
export function useAskedStops(): AskedStops {
  const { stopAsked, services } = useDeck();
  const asked = useStore(stopAsked);
  const at = (ms: number) => clockTime(ms, services.timeZone).slice(0, 5);
  return new Map([...asked].map(([id, stop]) => [id, `stop asked ${at(stop.at)}`]));
}
