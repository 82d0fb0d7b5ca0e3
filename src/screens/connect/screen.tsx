import { Box } from 'ink';
import { cut } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { type LogSource, useLog } from '../../hooks/use-log.ts';
import { shownFilter } from '../../tui/text/field-parts.ts';
import { Line, Lines } from '../../tui/text/line.tsx';
import { MarkedText } from '../../tui/text/marked-text.tsx';
import { spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { askNewFile } from './ask-new-file.ts';
import { logWindow, placeWords, searchWords } from './lines.ts';
import { logActions, useLogKeys, useLogState } from './use-log-keys.ts';

const fieldCells = 24;
/** Lines that are told at a time. */
const spokenLines = 12;

const sourceWords: Readonly<Record<LogSource, string>> = {
  container: 'log of the container',
  daemon: 'log of what runs it',
};

function Logs({ route: { id } }: { route: { screen: 'logs'; id: number } }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs, spoken } = useTheme();
  const state = useLogState();
  const { view, source, typing } = state;
  const read = useLog(id, source, view.top === 'end');
  const { trouble, old, again } = useShownRead(keys.log(id, source), read, 'Lines');
  const lines = dataOf(read) ?? [];
  const warning = lines.length === 0 ? [] : trouble;
  const room = spoken ? spokenLines : Math.max(1, body.rows - 1 - (warning.length === 0 ? 0 : 1));
  const field = useLogKeys(state, {
    ...{ lines, room },
    save: () =>
      askNewFile(deck, {
        title: `Save ${lines.length} lines to a new file`,
        path: `~/rigdeck-${id}.log`,
        text: `${lines.join('\n')}\n`,
        done: (path) => `Saved ${lines.length} lines to ${path}`,
      }),
  });

  const found = searchWords(view, lines);
  const search: Parts = typing
    ? [
        shownFilter('', glyphs.caret, 'search'),
        ...field.draw(fieldCells, glyphs.caret),
        [`  ${found}`, 'dim'],
      ]
    : view.search === ''
      ? []
      : [
          shownFilter(cut(view.search, fieldCells), glyphs.caret, 'search'),
          [`  ${found}`, found === 'not found' ? 'warn' : 'dim'],
        ];
  const place = ` ${placeWords(view, lines.length, room, { source: sourceWords[source], sep: glyphs.sep })}`;
  return (
    <Box flexDirection="column">
      <Line parts={spread([[place, 'dim']], search, body.columns)} columns={body.columns} />
      {spoken ? <MarkedText of="page" text={[String(view.hit ?? view.top)]} /> : null}
      <TroubleLine words={warning} columns={body.columns} />
      {lines.length === 0 ? (
        <Waiting
          read={read}
          what="the log"
          columns={body.columns}
          empty={['The log is empty so far.']}
          again={again}
        />
      ) : (
        <Lines
          lines={logWindow(view, lines, room, spoken).map((parts): Parts => [' ', ...parts])}
          columns={body.columns}
          dimmed={old}
          verbatim
        />
      )}
    </Box>
  );
}

export const logs: ScreenDef<'logs'> = {
  // The trail before it names the instance where one came from its screen.
  title: ({ id }) => `log of ${id}`,
  needs: 'api-key',
  actions: logActions,
  View: Logs,
};
