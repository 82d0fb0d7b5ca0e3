import type { Deck } from './deck.ts';
import { callOf, type HeldAct } from './instances/held-acts.ts';
import { nameOfId } from './instances/names.ts';
import type { WriteUnderWay } from './services.ts';
import { writeTitle } from './write-words.ts';

/** The writes that are no request of these acts on instances, which are told of by themselves. */
export const writesBeside = (
  writes: readonly WriteUnderWay[],
  acts: readonly Pick<HeldAct, 'act' | 'targets'>[],
): WriteUnderWay[] =>
  writes.filter(
    ({ endpoint, subject }) =>
      !acts.some(
        ({ act, targets }) => callOf[act] === endpoint && targets.some(({ id }) => id === subject.instance),
      ),
  );

/** `Label box-1`: what a write does, with the name that its instance has now. */
export const titleOfWrite = ({ latest }: Pick<Deck, 'latest'>, { subject }: WriteUnderWay): string =>
  writeTitle(subject, (id) => nameOfId(latest.current, id));

/** The same within a sentence: `label box-1`. */
export function nameOfWrite(deck: Pick<Deck, 'latest'>, write: WriteUnderWay): string {
  const title = titleOfWrite(deck, write);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** What is out with no answer yet beside the acts on instances, which are known by their own store. */
export function writesOut({ services, held }: Pick<Deck, 'services' | 'held'>): readonly WriteUnderWay[] {
  return writesBeside(
    services.calls?.underWay() ?? [],
    held.get().filter(({ sending }) => sending),
  );
}
