import { useEffect, useRef } from 'react';
import type { Instance } from '../../client/wire.ts';

import { type Alert, summary } from '../../engine/alerts.ts';
import type { Deck } from '../../engine/deck.ts';
import type { BootHistory, BootSeen } from '../../engine/instances/boot.ts';
import { goneNews, stateNews } from '../../engine/instances/changes.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { instanceNoun, stop } from '../../engine/instances/writes.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { rescueOf } from '../../engine/rescue/rescue.ts';
import { knownRescues } from '../../engine/rescue/rescue-run.ts';
import { currentRoute } from '../../engine/route.ts';
import type { Session } from '../../engine/services.ts';
import { useStore } from '../../tui/use-store.ts';
import { useInstances } from '../resources.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useEachSecond } from '../use-now.ts';
import { useStopsAsked, useUnconfirmed } from '../use-writes.ts';

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

/** Ids that were destroyed here, or that were asked to be. */
const destroyedHere = (deck: Deck, session: Session): Set<number> =>
  new Set([
    ...(deck.engine.get()?.writes.removedIds(instanceNoun) ?? []),
    ...knownRescues(deck, session).flatMap(({ phase, id }) => (phase === 'destroying' ? [id] : [])),
  ]);

/**
 * Keeps alerts in the history, and says what went wrong where the person does not see it: the list and the page of an
 * instance show it themselves, and a rescue tells of its boot.
 */
function tell(deck: Deck, alerts: readonly Alert[]): void {
  const session = deck.session.get();
  const route = currentRoute(deck.nav.get());
  const rescues = session === undefined ? [] : knownRescues(deck, session);
  const isSaid = ({ event, id = 0 }: Alert) => {
    // A host that is silent may come back, and is counted among those that need the person until then.
    if (event === 'running' || event === 'offline') return false;
    if (event === 'boot-failed' && rescueOf(rescues, id) !== undefined) return false;
    if (event === 'gone') return true;
    return route.screen !== 'instances' && !(route.screen === 'instance' && route.id === id);
  };
  const said = alerts.filter(isSaid);
  for (const alert of alerts)
    if (said.length > 1 || !said.includes(alert)) deck.messages.note(`${alert.text}.`);
  if (said.length > 0) deck.messages.say('warn', `${summary(said)}.`);
}

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
  const stops = useStopsAsked();
  const lost = useUnconfirmed();
  const session = useSession();
  const list = dataOf(useInstances());
  const rows = list?.instances;
  useMissingSaid(deck, list?.missing);
  const before = useRef(seen);
  const asked = useRef(new Set<number>());
  useEachSecond(() => deck.alerts.tick());
  useEffect(() => {
    // A stop without an answer was asked for all the same.
    const stopping = new Set([
      ...stops.keys(),
      ...lost.flatMap(({ write, target }) => (write === stop ? [target.id] : [])),
    ]);
    for (const id of stopping) asked.current.add(id);
    if (before.current === seen) return;
    const known = withBoots(before.current, deck.boots.get());
    const news = stateNews(known, seen, rows ?? [], asked.current);
    before.current = seen;
    for (const [id, { kind }] of seen) if (kind === 'running' && !stopping.has(id)) asked.current.delete(id);
    tell(deck, deck.alerts.raiseAll(news));
  }, [deck, seen, stops, lost, rows]);
  const there = useRef({ session, rows: new Map<number, Instance>() });
  useEffect(() => {
    if (there.current.session !== session) there.current = { session, rows: new Map() };
    if (session === undefined || list === undefined) return;
    const known = there.current.rows;
    const news = goneNews([...known.values()], list, destroyedHere(deck, session));
    if (isWhole(list)) known.clear();
    for (const row of list.instances) known.set(row.id, row);
    tell(deck, deck.alerts.raiseAll(news));
  }, [deck, session, list]);
  return null;
}
