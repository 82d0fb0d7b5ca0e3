import { Box } from 'ink';
import { useLayoutEffect, useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { usePaletteEntries } from '../../screens/shell/use-palette-entries.ts';
import { spokenMenu } from '../dialog/menu.tsx';
import { Panel } from '../dialog/panel.tsx';
import { useLayer } from '../keys/use-layer.ts';
import { Rule } from '../text/header.tsx';
import { Line, Lines } from '../text/line.tsx';
import { useTheme } from '../theme/theme.ts';
import { useStore } from '../use-store.ts';
import { useTerminalSize } from '../use-viewport.ts';
import { entryRows, optionRows } from './palette-rows.ts';
import { useCommandLine } from './use-command-line.ts';

/** Lines below the command line: of message and keys, of keys alone, or none. */
const below = { full: 2, slim: 1, bare: 0 } as const;

/** Rows that the list takes at the most, so that what it is about stays in sight above. */
const roomFor = (rows: number): number => Math.max(3, Math.min(14, Math.floor(rows * 0.42)));

/**
 * The command line at the bottom of the screen, and above it what it may mean: every action of the place it was opened
 * from, every place to go to, and what takes words behind it.
 */
export function Palette() {
  const deck = useDeck();
  const { columns, rows } = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const chrome = useStore(deck.chrome);
  // They are taken as it opens: its own layer hides the ones below from then on.
  const make = usePaletteEntries();
  const [entries, setEntries] = useState(make);
  // All that is drawn begins anew once the account is known: what was there before, this line itself, hid all of it still.
  const [tooEarly] = useState(() => deck.layers.get().some(({ current }) => current.kind === 'modal'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the others are there and its own layer is not
  useLayoutEffect(() => {
    if (tooEarly) setEntries(make());
  }, []);
  const line = useCommandLine(entries);
  useLayer({
    kind: 'modal',
    bindings: {
      'command.run': { run: line.enter },
      'command.complete': { run: line.complete },
      'command.up': { run: line.up },
      'command.down': { run: line.down },
      'command.next': { run: line.next },
      'command.previous': { run: line.previous },
      'command.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, pressesEnter: true, ...line.typed.layer });

  const { listed, at, count, wrong } = line;
  const room = roomFor(rows);
  const top = Math.max(0, Math.min((at ?? 0) - Math.floor(room / 2), count - room));
  const drawn =
    listed.kind === 'entries'
      ? entryRows(listed.found.slice(top, top + room), glyphs.sep)
      : optionRows(listed.options.slice(top, top + room));
  const title = listed.kind === 'entries' ? 'command' : `takes ${listed.what}`;
  const why = wrong === undefined ? [] : wrapWords(wrong, columns - 4);
  const height = drawn.length + why.length + 2;
  if (spoken) {
    const takesNone = listed.kind === 'options' && listed.what === 'nothing';
    const rowsToSay =
      listed.kind === 'entries'
        ? listed.found.map(({ entry }) => entry)
        : listed.options.map(({ word, note }) => ({ label: word, hint: note ?? '', run: () => {} }));
    const lines = spokenMenu(rowsToSay, at ?? 0, line.typed.draw(40, glyphs.caret), {
      ...(wrong === undefined ? {} : { none: wrong }),
      // A word is only offered: Enter takes the line as it is.
      ...(listed.kind === 'entries'
        ? {}
        : {
            of: takesNone ? '' : 'after it',
            none: wrong ?? '',
            offered: at === undefined ? 'offered: ' : '',
          }),
    });
    const isSaid = wrong === undefined || rowsToSay.length === 0;
    return (
      <Panel
        title={takesNone ? 'takes no words behind it' : title}
        lines={isSaid ? lines : [...lines, [`${glyphs.warn} ${wrong}`]]}
        width={0}
        columns={0}
        rows={0}
      />
    );
  }
  const shown = count > room ? `${top + drawn.length} of ${count}` : undefined;
  const hint = line.typed.text === '' ? 'type to find' : shown;
  return (
    <Box
      position="absolute"
      marginTop={Math.max(0, rows - height - below[chrome])}
      flexDirection="column"
      width={columns}
    >
      <Rule columns={columns} title={title} {...(hint === undefined ? {} : { hint })} />
      {drawn.map((parts, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity beyond their place
          key={index}
          parts={[`${top + index === at ? glyphs.cursor : ' '}  `, ...parts]}
          columns={columns}
          selected={top + index === at}
        />
      ))}
      <Lines
        lines={why.map((text, index): Parts => [[`${index === 0 ? glyphs.warn : ' '}  ${text}`, 'warn']])}
        columns={columns}
      />
      <Line parts={[[' : ', 'accent'], ...line.typed.draw(columns - 4, glyphs.caret)]} columns={columns} />
    </Box>
  );
}
