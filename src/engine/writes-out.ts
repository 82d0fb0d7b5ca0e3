import type { Deck } from './deck.ts';
import { pendingOf } from './engine.ts';
import { nameOfId } from './instances/names.ts';
import type { WriteUnderWay } from './services.ts';
import { writeTitle } from './write-words.ts';
import type { Pending } from './writes.ts';

/** The writes that are no request of these, which are told of by themselves. */
export const writesBeside = (
  writes: readonly WriteUnderWay[],
  pending: readonly Pick<Pending, 'write' | 'targets'>[],
): WriteUnderWay[] =>
  writes.filter(
    ({ endpoint, subject }) =>
      !pending.some(
        ({ write, targets }) =>
          write.endpoint === endpoint && targets.some(({ id }) => id === subject.instance),
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

/** What is out with no answer yet beside what a person has confirmed. */
export function writesOut(deck: Pick<Deck, 'services' | 'engine'>): readonly WriteUnderWay[] {
  return writesBeside(
    deck.services.calls?.underWay() ?? [],
    pendingOf(deck).filter(({ sending }) => sending),
  );
}
