import { Box, Text } from 'ink';
import { width } from '../../base/cells.ts';
import { plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import type { SeenCall } from '../../engine/services.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Line } from '../../tui/text/line.tsx';
import { spread } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf } from '../list-look.ts';
import { filterParts, noMatch } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { bodyLines, curlOf } from './call-shown.ts';
import { callColumns, endOf, wentWell } from './columns.ts';
import { useCalls } from './use-calls.ts';

type Action = (typeof plainListActions)[number] | 'call.open' | 'call.copy';

/** The calls that rigdeck made, the newest first: what was asked, what came, and the same as a line for a shell. */
function Calls() {
  const deck = useDeck();
  const session = useSession();
  const body = useBody();
  const { glyphs, styles } = useTheme();
  const calls = useCalls();
  const columns = callColumns(deck.services.timeZone);
  const height = Math.max(1, body.rows - 1);
  const list = useList<SeenCall>({
    name: 'calls',
    rows: [...calls].reverse(),
    columns,
    keyOf: ({ id }) => id,
    page: Math.max(1, height - 2),
    raw: (call) => call,
  });
  useFilterField(list);
  const { row } = list;
  const none =
    row !== undefined
      ? undefined
      : list.total > 0
        ? 'No call matches the filter: esc clears it'
        : 'No call has been made';
  useScreenLayer<Action>({
    ...pick(list.bindings, plainListActions),
    'call.open': {
      run: () =>
        row && deck.open({ kind: 'pager', title: `${row.method} ${row.path}${row.query}`, lines: told(row) }),
      blocked: none,
    },
    'call.copy': {
      run: () => {
        const line = row && curlOf(row, session?.baseUrl ?? '');
        if (line === undefined)
          return deck.messages.say(
            'warn',
            `This call holds what no shell line can hold: ${deck.keyName('call.open')} shows it`,
          );
        void deck.services.terminal
          .copy(line)
          .then(({ how, text }) =>
            deck.messages.say(
              how === 'not-copied' ? 'warn' : 'info',
              session?.sandbox === true ? `${text}. ${onlyHere}` : text,
            ),
          );
      },
      blocked: none,
    },
  });
  useSideways(list);
  useHint([
    [`secrets are masked ${glyphs.sep} ${deck.keyName('call.copy')} copies as curl, without the key`, 'dim'],
  ]);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread([`   ${summary(calls)}`], filterParts(list, glyphs), body.columns)}
        columns={body.columns}
      />
      {list.rows.length === 0 ? (
        <Box marginTop={1}>
          <Text {...styles.dim}>
            {`   ${list.total > 0 ? noMatch(list, 'call').join(' ') : 'No call has been made yet.'}`}
          </Text>
        </Box>
      ) : (
        <Grid
          {...gridOf(list)}
          height={height}
          width={body.columns}
          now={list.now}
          gutter={(call) => [wentWell(call) ? [glyphs.done, 'ok'] : [glyphs.fail, 'bad']]}
          gutterCells={Math.max(width(glyphs.done), width(glyphs.fail)) + 2}
        />
      )}
    </Box>
  );
}

/** The embedded sandbox answers inside this process alone. */
const onlyHere = 'No shell reaches the sandbox in here: rigdeck sandbox serves one';

function summary(calls: readonly SeenCall[]): string {
  const failed = calls.filter((call) => !wentWell(call)).length;
  const many = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`;
  return failed === 0 ? many : `${many}, ${failed} failed`;
}

/** A call in full: how it ended, what went out and what came. */
function told(call: SeenCall): readonly string[] {
  const again = call.attempt > 1 ? `, try ${call.attempt}` : '';
  const part = (title: string, lines: readonly string[], none: string) => [
    '',
    title,
    ...(lines.length === 0 ? [`  ${none}`] : lines.map((line) => `  ${line}`)),
  ];
  return [
    `${endOf(call)} in ${Math.round(call.ms)} ms${again}`,
    ...part('sent', bodyLines(call.sent), 'no body'),
    ...part('answered', bodyLines(call.got), 'no body that could be read'),
  ];
}

export const calls: ScreenDef<'calls'> = {
  title: () => 'Calls',
  needs: 'nothing',
  actions: [...plainListActions, ...sidewaysActions, 'call.open', 'call.copy'],
  View: Calls,
};
