import { width } from '../../base/cells.ts';
import type { Deck } from '../../engine/deck.ts';
import { currentRoute } from '../../engine/route.ts';
import { viewEnding, viewEndings, viewText } from '../../engine/saved-view.ts';
import { settlingReason } from '../../hooks/list-settling.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Takes } from '../../tui/palette/palette-line.ts';

/** The palette's `:w` and `:w!`: the list that is shown, into a file. */
export function useSaveEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  return () => {
    const takes = (over: boolean): Takes => ({
      what: 'a file that ends in .txt, .json or .csv',
      options: (before) => {
        const name = deck.palette.view.current?.().rows ?? currentRoute(deck.nav.get()).screen;
        return before.length > 0
          ? []
          : viewEndings.map((ending) => ({ word: `${name}.${ending}`, note: notes[ending] }));
      },
      run: (words) => save(deck, words, over),
    });
    const entry = { needsWords: true, run: () => {} } as const;
    return [
      {
        ...entry,
        label: 'Write this list to a new file',
        names: ['w', 'write', 'save-view'],
        takes: takes(false),
      },
      {
        ...entry,
        label: 'Write this list to a file, also over one that is there',
        names: ['w!'],
        takes: takes(true),
      },
    ];
  };
}

const notes = {
  txt: 'as it is shown',
  json: 'the records as the service sent them, secrets masked',
  csv: 'for a spreadsheet',
} as const;

function save(deck: Deck, words: readonly string[], over: boolean): string | undefined {
  const view = deck.palette.view.current?.();
  const path = words.join(' ');
  const ending = viewEnding(path);
  const write = deck.services.saveNewFile;
  if (view === undefined) return 'There is no list on this screen that could be written to a file';
  if (deck.settling.get() !== undefined) return settlingReason;
  if (ending === undefined)
    return `The name of the file says what is written: end "${path}" with .txt, .json or .csv`;
  if (write === undefined) return 'Nothing can be saved here';
  const count = view.cells.length;
  void write(path, viewText(view, ending, width), { over }).then((saved) => {
    if (!saved.ok) {
      const way = over || !/is there already/.test(saved.message) ? '' : ` Or write over it with :w! ${path}`;
      return deck.messages.say('warn', `${saved.message}${way}`);
    }
    const what = `${count} ${count === 1 ? view.rows.replace(/s$/, '') : view.rows}`;
    deck.messages.say(
      'info',
      [`Saved ${what} to ${saved.path}, for you alone to read.`, ...saved.warnings].join(' '),
    );
  });
  return undefined;
}
