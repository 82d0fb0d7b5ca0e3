import { Box } from 'ink';
import { width } from '../../base/cells.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import {
  type ActionId,
  markActions,
  paneActions,
  plainListActions,
  sidewaysActions,
} from '../../engine/keymap.ts';
import { type DearerById, needsPerson } from '../../engine/money/agreed-price.ts';
import { spentFigure } from '../../engine/money/money.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { usePaneRow } from '../../hooks/list-pane.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDearer } from '../../hooks/use-dearer.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useLimitParts } from '../../hooks/use-limits.ts';
import { type ListAction, type ListView, useList } from '../../hooks/use-list.ts';
import { useBurnAt, useMoney } from '../../hooks/use-money.ts';
import { useNextOffers } from '../../hooks/use-next-offers.ts';
import { instanceValues, useOwnCommands } from '../../hooks/use-own-commands.ts';
import { useRescueKey } from '../../hooks/use-rescue-key.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { coveredBy } from '../../tui/list/columns.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Split } from '../../tui/list/split.tsx';
import { Line, Lines } from '../../tui/text/line.tsx';
import { fitting, partsWidth, spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf, paneOf } from '../list-look.ts';
import { boundSigns, filterParts } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { statePart } from '../state-look.ts';
import { Waiting } from '../waiting.tsx';
import { type InstanceAct, instanceActs, useInstanceActs } from './acts.tsx';
import { instanceColumns, instanceDetail, useAskedStops } from './columns.ts';
import { byNeed, empty, marksParts, note, summary, useUnseenLines, useUnsettledLines } from './list-lines.ts';

const ownActs = [
  'instance.open',
  'instance.rescue',
  'instance.rent-like',
] as const satisfies readonly ActionId[];

/** What the Instances screen binds itself. The keys that scroll are layered on top. */
export type InstancesAction = ListAction | InstanceAct | (typeof ownActs)[number];

/** Every action of the Instances screen. */
export const instancesActs: readonly ActionId[] = [
  ...plainListActions,
  ...markActions,
  ...paneActions,
  'list.wide',
  ...sidewaysActions,
  ...instanceActs,
  ...ownActs,
];

/** With fewer lines there is room only for the rows. */
const notesFrom = 9;

type RowsProps = {
  list: ListView<Instance>;
  dearer: DearerById;
  columns: number;
  height: number;
  now: number;
  dimmed: boolean;
  /** How many of the rows that need the user get a note. */
  most: number;
};

/** The instances, and below them a note for each that needs the user. */
export function Rows({ list, dearer, columns, height, now, dimmed, most }: RowsProps) {
  const { glyphs } = useTheme();
  const needy = noted(list, dearer, height < notesFrom ? 0 : most);
  const outlook = useNextOffers(needy);
  const keyName = useKeyName();
  const notes = needy.flatMap((row) =>
    note(row, outlook(row), {
      ...{ glyphs, keyName, columns, dearer: dearer.get(row.id) },
      underCursor: row === list.row,
    }),
  );
  return (
    <Box flexDirection="column">
      <Grid
        {...gridOf(list)}
        height={Math.max(3, height - (notes.length > 0 ? notes.length + 1 : 0))}
        width={columns}
        now={now}
        gutter={(row) => [list.isMarked(row) ? glyphs.mark : ' ', statePart(readInstance(row), glyphs)]}
        gutterCells={width(glyphs.running) + 3}
        dimmed={dimmed}
      />
      {notes.length > 0 ? (
        <Box flexDirection="column" marginTop={1}>
          <Lines lines={notes} columns={columns} />
        </Box>
      ) : null}
    </Box>
  );
}

/** The first rows that need the user, including the one under the cursor, which the keys of its note act on. */
function noted({ rows, row }: ListView<Instance>, dearer: DearerById, most: number): Instance[] {
  const needy = rows.filter((one) => needsPerson(one, dearer));
  const first = needy.slice(0, most);
  return row === undefined || first.includes(row) || !needy.includes(row)
    ? first
    : [...first.slice(0, -1), row].slice(0, most);
}

function Instances() {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const read = useInstances();
  const last = dataOf(read)?.instances;
  const missing = dataOf(read)?.missing ?? 0;
  // A failure after an empty list is a failure, not an empty list.
  const known = read.state === 'failed' && last?.length === 0 && missing === 0 ? undefined : last;
  const { trouble, old, again } = useShownRead(keys.instances, read, 'Rows');
  const warning = known === undefined ? [] : trouble;
  const unsettled = useUnsettledLines(body.columns);
  const headRows = (warning.length === 0 ? 1 : 2) + unsettled.length;
  const asked = useAskedStops();
  const spent = useSpent();
  const dearer = useDearer();
  const columns = instanceColumns(asked, spent);
  const list = useList<Instance>({
    name: 'instances',
    rows: byNeed(known ?? [], dearer),
    columns,
    covered: coveredBy(columns),
    keyOf: (row) => row.id,
    nameOf: instanceName,
    page: Math.max(1, body.rows - headRows - 3),
    raw: (row) => row,
  });
  const { now } = list;
  useFilterField(list);
  const instance = list.row;
  const acts = useInstanceActs(instance, list.marked);
  useOwnCommands('instances', instance && instanceValues(instance, deck.services.sshUser));
  const money = useMoney();
  const burnAt = useBurnAt();
  const bounds = boundSigns(list.rows, (row) => spent.of(row, now));
  useHint(marksParts(list, deck.keyName, { rows: known ?? [], missing, money, bounds, glyphs }));
  useScreenLayer<InstancesAction>({
    ...list.bindings,
    ...acts,
    'instance.open': {
      run: () => instance && deck.go({ go: 'push', route: { screen: 'instance', id: instance.id } }),
      blocked: instance === undefined ? 'No instance selected' : undefined,
    },
    'instance.rescue': useRescueKey(instance?.id ?? 0, instance).key,
    'instance.rent-like': { run: () => deck.go({ go: 'jump', route: { screen: 'offers' } }) },
  });
  // `l` opens the log while the list shows its columns, and scrolls when it shows all fields.
  useSideways(list, true);
  const watched = useUnseenLines(list.rows);
  const filter = known === undefined ? [] : filterParts(list, glyphs);
  const told = usePaneRow(list);
  const ends = useLimitParts(told, glyphs.sep);
  const spentOn = (at: number) => told && spent.of(told, at);
  list.tellsBeside((at) => spentFigure(spentOn(at)) ?? '');
  const facts = { now, spent: spentOn(now), ends, workers: useWorkersSeen() };
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          known === undefined || watched.length > 0
            ? []
            : fitting(summary(list.rows, dearer, missing), body.columns - partsWidth(filter) - 1),
          filter,
          body.columns,
        )}
        columns={body.columns}
      />
      <TroubleLine words={warning} columns={body.columns} />
      <Lines lines={unsettled} columns={body.columns} />
      <Split
        {...paneOf(list, body, told)}
        columns={body.columns}
        rows={body.rows - headRows}
        title={`${told?.id} ${told?.label ?? ''}`.trim()}
        detail={told ? instanceDetail(told, glyphs, deck, facts) : []}
      >
        {(columns, height) =>
          list.rows.length === 0 ? (
            <Box flexDirection="column">
              <Waiting
                read={read}
                what="the instances"
                columns={columns}
                empty={empty(
                  list,
                  { open: unsettled.length > 0, missing },
                  burnAt(now),
                  deck.keyName('app.offers'),
                )}
                again={again}
              />
              <Lines columns={columns} lines={watched} />
            </Box>
          ) : (
            <Rows
              list={list}
              dearer={dearer}
              columns={columns}
              height={height}
              now={list.now}
              dimmed={old}
              most={body.rows < 30 ? 1 : 3}
            />
          )
        }
      </Split>
    </Box>
  );
}

export const instances: ScreenDef<'instances'> = {
  title: () => 'Instances',
  needs: 'api-key',
  actions: instancesActs,
  View: Instances,
};
