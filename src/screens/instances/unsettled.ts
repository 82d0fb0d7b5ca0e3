import type { Instance } from '../../client/wire.ts';
import { span } from '../../domain/format.ts';
import { verdictWords } from '../../domain/unsettled-words.ts';
import { useDeck, useSession } from '../../hooks/deck.ts';
import { nextReadAt } from '../../hooks/polling.ts';
import { keys } from '../../hooks/resources.ts';
import { useStore } from '../../hooks/store.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useListReading, useUnsettled } from '../../hooks/use-unsettled.ts';
import type { Parts } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import { watchedLines } from './summary.ts';

/** More than these are counted only: the machines of the list need the room. */
const most = 2;

/** A row of two lines for each rent whose outcome is not known: what it is, and what is being done about it. */
export function useUnsettledLines(): readonly Parts[] {
  const deck = useDeck();
  useNow();
  const { glyphs } = useTheme();
  const open = useUnsettled();
  const list = useListReading();
  const writer = useStore(deck.writer);
  // Its spans are ours, and so is the clock that they are counted by.
  const now = deck.own();
  const next = nextReadAt(deck, keys.instances);
  const lines = open.slice(0, most).flatMap(({ rent, verdict }): Parts[] => [
    [
      ' ',
      [`${glyphs.unclear} outcome unknown`, 'warn'],
      [`  offer ${rent.offerId}`, 'bold'],
      rent.gpu === undefined ? '' : `  ${rent.gpu}`,
      [`  for ${span(now - (rent.since ?? rent.at))}`, 'dim'],
      rent.overridden ? ['  others may go out', 'dim'] : ['  nothing else is rented', 'dim'],
    ],
    [
      '   ',
      verdictWords(verdict, {
        canRead: list !== undefined,
        settlesHere: writer.state !== 'other',
        nextLookMs: next === undefined ? undefined : next - deck.local.now(),
        since: rent.since,
        now,
      }),
      ['  Z what to do', 'accent'],
    ],
  ]);
  const rest = open.length - most;
  return rest > 0 ? [...lines, [`   and ${rest} more without an outcome`]] : lines;
}

/** What was rented here after the list was read, and is not in it: all that can be shown while it cannot be read. */
export function useUnseenLines(rows: readonly Instance[]): readonly Parts[] {
  const deck = useDeck();
  const session = useSession();
  const readAt = deck.freshAt.get(keys.instances) ?? Number.NEGATIVE_INFINITY;
  const all = session === undefined ? [] : deck.services.watches(session).list();
  const unseen = all.filter(({ id, at }) => at > readAt && !rows.some((row) => row.id === id));
  return watchedLines(unseen, deck.services.timeZone);
}
