import { useEffect, useMemo, useRef } from 'react';
import { dollars } from '../base/format.ts';
import type { Instance } from '../client/wire.ts';
import { nameOfId } from '../engine/instances/names.ts';
import type { Charged } from '../engine/money/charged.ts';
import { corrections } from '../engine/money/charges.ts';
import {
  boundSign,
  gpuIsBilled,
  isFirm,
  neverLess,
  type Spent,
  type SpentByGone,
  sayable,
  spentAfterRuns,
  spentAsKnown,
  spentByGone,
} from '../engine/money/money.ts';
import { dataOf, type Loadable } from '../engine/read-health.ts';
import { useInstances } from './resources.ts';
import { useCharges } from './use-charges.ts';
import { useDeck } from './use-deck.ts';

export type SpentView = {
  /** What an instance has cost until `now` (epoch ms), from the best source there is; undefined where none tells. */
  of(instance: Instance, now: number): Spent | undefined;
  /** The service is being asked what it has charged, for the first time. */
  isAsked: boolean;
  charges: Loadable<Charged> & { refresh: () => void };
  /** What those have cost that are not listed any more. */
  gone: SpentByGone;
};

const noneGone: SpentByGone = { dollars: 0, isLeast: false, each: [] };

/** What the machines have cost: one figure for whoever shows it, the service's own where it gives one. */
export function useSpent(): SpentView {
  const deck = useDeck();
  const charges = useCharges();
  const charged = dataOf(charges);
  const rows = dataOf(useInstances())?.instances;

  const { clock } = deck.services;
  useEffect(() => {
    for (const row of rows ?? []) {
      const now = neverLess(spentAsKnown(row, charged, clock.now()), deck.spentSeen.get(row.id));
      if (now !== undefined && isFirm(now)) deck.spentSeen.set(row.id, now.dollars);
      // One that stops after it ran has cost more than its next uptime will tell.
      if (gpuIsBilled(row.actual_status)) deck.runs.set(row.id, deck.runs.get(row.id) ?? 'first');
      else if (deck.runs.has(row.id)) deck.runs.set(row.id, 'again');
    }
  });

  // A sum that falls because the service takes something back says so.
  useEffect(() => {
    const before = deck.charged.current;
    deck.charged.current = charged;
    if (before === undefined || charged === undefined || before === charged || !charged.all) return;
    for (const { id, was, is } of corrections(before, charged)) {
      const name = nameOfId(rows, id);
      deck.messages.say(
        'info',
        `The provider lowered what ${name} was charged: ${dollars(was)} to ${dollars(is)}.`,
      );
    }
  }, [deck, charged, rows]);

  // The piece since the last charge was reckoned with a GPU that is not charged any more: the service knows better.
  const billed = useRef<readonly number[]>([]);
  const { refresh } = charges;
  useEffect(() => {
    if (rows === undefined) return;
    const now = rows.filter(({ actual_status }) => gpuIsBilled(actual_status)).map(({ id }) => id);
    if (charged !== undefined && billed.current.some((id) => !now.includes(id))) refresh();
    billed.current = now;
  }, [rows, charged, refresh]);

  // While the service is being asked what it has charged, nothing says that only a bound of it will be known.
  const isAsked = charges.state === 'loading';
  const of = (row: Instance, now: number): Spent | undefined => {
    const ranBefore = deck.runs.get(row.id) === 'again';
    const known = sayable(
      neverLess(spentAfterRuns(spentAsKnown(row, charged, now), ranBefore), deck.spentSeen.get(row.id)),
    );
    return known !== undefined && isAsked && boundSign(known) !== '' ? undefined : known;
  };
  const gone = useMemo(
    () => (rows === undefined ? noneGone : spentByGone(rows, charged, deck.spentSeen)),
    [rows, charged, deck],
  );
  return { of, isAsked, charges, gone };
}
