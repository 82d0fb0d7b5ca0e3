import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { keys } from '../../hooks/resources.ts';
import { type Deck, useDeck } from '../deck.ts';
import { absentFor, type Look, toldOfDeletion } from '../lost-creation.ts';
import { type LostWrite, useLostWrites } from '../lost-writes.ts';
import { isWhole } from '../missing-rows.ts';
import type { Target } from './act-targets.ts';
import { readInstance } from './lifecycle.ts';
import { instanceName } from './names.ts';
import { isAs, isAsked } from './power-asked.ts';
import { saidAct } from './said-act.ts';

/** Under this name stops, starts and destroys are looked for: the list that tells of them tells of other things, too. */
const power = `power of ${keys.instances}`;

type PowerAct = 'stop' | 'start' | 'destroy';
type LostPower = { target: Target; act: PowerAct; done: () => void };

/**
 * What is noted of an act whose answer is lost: the list of instances tells what became of it. `done` is called where it was
 * done after all. What was noted of an earlier act on the same instance is forgotten: the newest one decides.
 */
export function lostPower(
  deck: Deck,
  what: string,
  act: PowerAct,
  target: Target,
  done: () => void,
): Omit<LostWrite, 'at'> {
  forgetLostPower(deck, [target.id]);
  const lost: LostPower = { target, act, done };
  return { list: power, what, target: lost };
}

/** Looks no more for what became of acts on these instances. */
export function forgetLostPower(deck: Deck, ids: readonly number[]): void {
  const isOf = ({ list, target }: LostWrite) =>
    list === power && ids.includes((target as LostPower).target.id);
  deck.lostWrites.set((all) => (all.some(isOf) ? all.filter((lost) => !isOf(lost)) : all));
}

/** The instances that were asked to stop and of which the list has not told yet what became of that. */
export const lostStops = (lost: readonly LostWrite[]): readonly number[] =>
  lost.flatMap(({ list, target }) => {
    // Of another list it is another's target.
    if (list !== power) return [];
    const { target: of, act } = target as LostPower;
    return act === 'stop' ? [of.id] : [];
  });

/** Settles stops, starts and destroys whose answer was lost by the list as it is after them. */
export function useLostPower(list: InstanceListReply | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostPower>(
    power,
    ({ target: { id, name, listed }, act, done }) => {
      if (list === undefined) return undefined;
      const row = list.instances.find((one) => one.id === id);
      // That one is gone after all is said by whoever counts the destroys that failed; a list that is not whole tells nothing.
      if (row === undefined && (act === 'destroy' || !isWhole(list))) return undefined;
      if (row === undefined) return unlisted(name, listed);
      if (act === 'destroy')
        return toldOfDeletion(name, true, {
          gone: 'destroyed',
          again: `it is charged; ${saidAct({ keyName }, 'destroy', id)} destroys it`,
          meanwhile: ' and is charged',
        });
      const look = ofPower(row, act, saidAct({ keyName }, act, id));
      if (look.soFar === undefined) done();
      return look;
    },
    [keys.instances],
  );
}

/** One that no list has shown yet may still come into it. */
function unlisted(name: string, wasListed: boolean): Look {
  if (wasListed) return { level: 'info', text: `${name} is not in the list any more` };
  const soFar = `${name} is not in the list`;
  return { level: 'warn', text: `${soFar}, ${absentFor}`, soFar };
}

function ofPower(row: Instance, act: 'stop' | 'start', key: string): Look {
  const wanted = act === 'stop' ? 'stopped' : 'running';
  const name = instanceName(row);
  if (isAsked(row, wanted)) {
    const is = isAs(row, wanted) ? `is ${readInstance(row).word}` : `is to be ${wanted}`;
    return { level: 'info', text: `${name} ${is}: the list, read after that, says so` };
  }
  const soFar = `${name} is ${readInstance(row).word} in the list`;
  return { level: 'warn', text: `${soFar}, ${absentFor}: ${key} ${act}s it`, soFar };
}
