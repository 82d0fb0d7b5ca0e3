import { Box } from 'ink';
import type { Parts } from '../../base/parts.ts';
import type { ApiKey } from '../../client/wire.ts';
import { keyInUse } from '../../engine/api-keys/key-evidence.ts';
import { keyName } from '../../engine/api-keys/key-words.ts';
import { unkeptKeyWords } from '../../engine/api-keys/unkept-keys.ts';
import { plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys as reads } from '../../engine/read-keys.ts';
import { notOffered } from '../../engine/refusals.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useApiKeys } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useKeyEvidence } from '../../hooks/use-key-evidence.ts';
import { useList } from '../../hooks/use-list.ts';
import { useUnkeptKeys } from '../../hooks/use-unkept-keys.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Rule } from '../../tui/text/header.tsx';
import { Line, Lines } from '../../tui/text/line.tsx';
import { moreLine } from '../../tui/text/more-line.ts';
import { spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { type Glyphs, useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf } from '../list-look.ts';
import { filterParts, noMatch } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { keyColumns } from './columns.ts';
import { type KeyAct, keyActs, useKeyActs } from './commands.ts';
import { evidenceLines } from './words.ts';

/** The API keys of the account, and what the one in use may do as far as its answers tell. */
function Keys() {
  const deck = useDeck();
  const theme = useTheme();
  const session = useSession();
  const { columns, rows } = useBody();
  const read = useApiKeys();
  const { trouble, old, again } = useShownRead(reads.apiKeys, read, 'Keys');
  const data = dataOf(read);
  const known = data?.rows;
  const evidence = useKeyEvidence();
  const inUse = known && keyInUse(known, session?.keyTail ?? '', evidence.shown);
  const unkept = useUnkeptKeys(data);
  const list = useList<ApiKey>({
    name: 'keys',
    rows: known ?? [],
    columns: keyColumns({ inUse, unkept, timeZone: deck.services.timeZone, glyphs: theme.glyphs }),
    keyOf: ({ id }) => id,
    nameOf: (row) => `key ${keyName(row)}`,
    page: Math.max(1, rows - 3),
    raw: (key) => key,
  });
  useFilterField(list);
  useScreenLayer<(typeof plainListActions)[number] | KeyAct>({
    ...pick(list.bindings, plainListActions),
    ...useKeyActs(list.row, inUse),
  });
  useSideways(list);
  const lost = unkeptKeyWords((known ?? []).flatMap(({ id }) => (unkept.has(id) ? [id] : [])));
  useHint(lost === undefined ? ['A value is shown once, when its key is made.'] : [[lost, 'warn']]);

  const told = evidenceLines(
    evidence,
    known?.find(({ id }) => id === inUse),
    columns,
    theme,
  );
  const warning = known === undefined ? [] : trouble;
  const count = known === undefined ? '' : `${known.length} API ${known.length === 1 ? 'key' : 'keys'}`;
  const gap: Parts[] = rows > 12 ? [[]] : [];
  const belowRows = told.length + 1 + gap.length;
  const aboveRows = 1 + (warning.length > 0 ? 1 : 0);
  const height = Math.max(3, rows - belowRows - aboveRows);
  const gridRows = Math.min((known?.length ?? 0) + 1, height);
  const room = Math.max(1, rows - aboveRows - gridRows - gap.length - 1);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread([[`   ${count}`, 'dim']], filterParts(list, theme.glyphs), columns)}
        columns={columns}
      />
      <TroubleLine words={warning} columns={columns} />
      {read.state === 'failed' && notOffered(read.error) ? (
        <Lines lines={[[], ['   This service lists no API keys: see its web console.']]} columns={columns} />
      ) : known === undefined || list.rows.length === 0 ? (
        <Waiting
          read={read}
          what="the keys of the account"
          columns={columns}
          empty={
            list.total > 0 ? noMatch(list, 'key') : isWhole(data ?? {}) ? ['The service lists no keys.'] : []
          }
          again={again}
        />
      ) : (
        <Grid {...gridOf(list)} height={gridRows} width={columns} now={list.now} dimmed={old} />
      )}
      <Lines lines={gap} columns={columns} />
      <Rule
        title={`what this key may do: ...${session?.keyTail ?? ''} from ${session?.source ?? ''}`}
        columns={columns}
      />
      <Lines lines={firstOf(told, room, theme.glyphs, deck.keyName('keys.open'))} columns={columns} />
    </Box>
  );
}

/** As many lines as there is room for; where some are left out that is said, with where the rest stands. */
const firstOf = (lines: readonly Parts[], room: number, glyphs: Glyphs, openKey: string): readonly Parts[] =>
  lines.length <= room
    ? lines
    : [
        ...lines.slice(0, room - 1),
        moreLine({ above: 0, below: lines.length - room + 1 }, glyphs, {
          keys: `${openKey} on the key tells more`,
        }),
      ];

export const keys: ScreenDef<'keys'> = {
  title: () => 'API keys',
  needs: 'api-key',
  actions: [...plainListActions, ...sidewaysActions, ...keyActs],
  View: Keys,
};
