import { useEffect, useRef } from 'react';
import type { BootSeen } from '../domain/boot-seen.ts';
import { type BootHistory, readInstance } from '../domain/lifecycle.ts';
import { missingWords } from '../domain/missing-rows.ts';
import { stateNews } from '../domain/state-news.ts';
import { type Deck, useDeck } from '../hooks/deck.ts';
import { lostStops } from '../hooks/lost-power.ts';
import { useInstances } from '../hooks/resources.ts';
import { useStore } from '../hooks/store.ts';
import { useEachSecond } from '../hooks/use-now.ts';
import { dataOf } from '../loadable.ts';

type Seen = ReadonlyMap<number, BootSeen>;

/** What was read of one instance alone, before any list had it: that it was on its way. */
function withBoots(seen: Seen, boots: ReadonlyMap<number, BootHistory>): Seen {
  const booting = [...boots].filter(
    ([id, history]) =>
      !seen.has(id) && history.seen[0] !== undefined && isOnItsWay(id, history.seen[0].status),
  );
  const was: BootSeen = { kind: 'loading', word: 'loading', lostPolls: 0, hasRun: false };
  return new Map([...booting.map(([id]): [number, BootSeen] => [id, was]), ...seen]);
}

const isOnItsWay = (id: number, status: string | null): boolean => {
  const { kind } = readInstance({ id, actual_status: status });
  return kind === 'provisioning' || kind === 'loading';
};

/** What is said of a list that lacks rows is of this. */
const ofMissing = 'missing instances';

/** Says once that the list lacks instances, whatever screen is shown, until it has all of them again. */
function useMissingSaid(deck: Deck, missing = 0): void {
  useEffect(() => {
    deck.messages.settle(ofMissing);
    if (missing > 0)
      deck.messages.say('warn', `${missingWords(missing, 'instance')}. Totals are minimums.`, {
        of: ofMissing,
      });
  }, [deck, missing]);
}

/** Tells what becomes of instances by themselves, once for each change, and lets out what had to wait. Draws nothing. */
export function AlertWatch() {
  const deck = useDeck();
  const { seen } = useStore(deck.rescue);
  const stops = useStore(deck.stopAsked);
  const lost = useStore(deck.lostWrites);
  const list = dataOf(useInstances());
  const rows = list?.instances;
  useMissingSaid(deck, list?.missing);
  const before = useRef(seen);
  const asked = useRef(new Set<number>());
  useEachSecond(() => deck.alerts.tick());
  useEffect(() => {
    // A stop without an answer was asked for all the same.
    const stopping = new Set([...stops.keys(), ...lostStops(lost)]);
    for (const id of stopping) asked.current.add(id);
    if (before.current === seen) return;
    const known = withBoots(before.current, deck.boots.get());
    const news = stateNews(known, seen, rows ?? [], asked.current);
    before.current = seen;
    for (const [id, { kind }] of seen) if (kind === 'running' && !stopping.has(id)) asked.current.delete(id);
    for (const { text } of deck.alerts.raiseAll(news)) deck.messages.note(`${text}.`);
  }, [deck, seen, stops, lost, rows]);
  return null;
}
