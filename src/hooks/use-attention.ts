import type { Instance } from '../client/wire.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { runway } from '../engine/money/money.ts';
import { SHORT_RUNWAY_MS } from '../engine/money/runway-alarm.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useMoney } from './use-money.ts';
import { useNow } from './use-now.ts';
import { useUnsettled } from './use-unsettled.ts';

const minute = 60_000;

/**
 * The places where something waits for the person: a machine that needs them or a rent without an outcome, codes and keys
 * that nobody has kept, credit that lasts for less than two hours.
 */
export function useAttention(rows: readonly Instance[]): ReadonlySet<string> {
  const { services, tfa, newKey } = useDeck();
  // What is shown this once is before the person already.
  const isShown = [useStore(tfa.held), useStore(newKey)].some((one) => one !== undefined);
  const session = useSession();
  const { credit, burnPerHour } = useMoney();
  const now = useNow(minute);
  const left = burnPerHour === 0 ? 'forever' : runway(credit, burnPerHour, now);
  const isShort = left !== undefined && left !== 'forever' && left.ms < SHORT_RUNWAY_MS;
  const isOpen = useUnsettled().length > 0 || rows.some((row) => readInstance(row).needsYou);
  const isUnkept =
    session !== undefined &&
    !isShown &&
    (services.unkeptCodes(session).since() !== undefined || services.unkeptKeys(session).list().length > 0);
  return new Set([
    ...(isOpen ? ['instances'] : []),
    ...(isUnkept ? ['security'] : []),
    ...(isShort ? ['money'] : []),
  ]);
}
