import type { Deck } from '../deck.ts';
import type { LostWrite } from '../lost-writes.ts';
import { keys } from '../read-keys.ts';
import type { Target } from './act-targets.ts';

/** Under this name stops, starts and destroys are looked for: the list that tells of them tells of other things, too. */
export const power = `power of ${keys.instances}`;

type PowerAct = 'stop' | 'start' | 'destroy';
export type LostPower = { target: Target; act: PowerAct; done: () => void };

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
