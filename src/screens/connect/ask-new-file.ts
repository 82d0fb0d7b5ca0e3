import type { Deck } from '../../engine/deck.ts';

const longestPath = 200;

export type NewFileQuestion = {
  title: string;
  /** The path that stands there from the start. */
  path: string;
  notes?: readonly string[];
  text: string;
  /** What to say of the file that was made. */
  done: (path: string) => string;
};

/** Asks for a path and writes a text there, into a new file that only its owner reads. One that is there is left alone. */
export function askNewFile(
  deck: Deck,
  { title, path: initial, notes = [], text, done }: NewFileQuestion,
): void {
  const { saveNewFile: save } = deck.services;
  if (save === undefined) {
    deck.messages.say('warn', 'Nothing can be saved here');
    return;
  }
  deck.open({
    kind: 'prompt',
    title,
    initial,
    limit: longestPath,
    notes,
    takesInitial: true,
    run: (path) =>
      void save(path, text).then((saved) =>
        saved.ok ? deck.messages.say('info', done(saved.path)) : deck.messages.say('warn', saved.message),
      ),
  });
}
