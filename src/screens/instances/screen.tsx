import { Box } from 'ink';
import type { Instance } from '../../client/wire.ts';
import { Line, Lines } from '../../components/line.tsx';
import { panePlace, Split } from '../../components/split.tsx';
import { TroubleLine } from '../../components/trouble-line.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { useDeck } from '../../hooks/deck.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { keys, useInstances } from '../../hooks/resources.ts';
import { useBid } from '../../hooks/use-bid.ts';
import { useDearer } from '../../hooks/use-dearer.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useLimitParts } from '../../hooks/use-limit-parts.ts';
import { type ListAction, useList } from '../../hooks/use-list.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useRescueKey } from '../../hooks/use-rescue-key.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import { type ActionId, listActions } from '../../keymap.ts';
import { dataOf } from '../../loadable.ts';
import { fitting, partsWidth, spread } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import type { ScreenDef } from '../screen.ts';
import { instanceColumns, roomyCells } from './columns.ts';
import { instanceDetail } from './detail.ts';
import { Rows } from './rows.tsx';
import { byNeed, empty, filterParts, marksParts, summary } from './summary.ts';
import { useUnseenLines, useUnsettledLines } from './unsettled.ts';
import { useAskedStops } from './use-asked-stops.ts';

type Action = ListAction | InstanceAct | (typeof ownActs)[number];

const ownActs = [
  'instance.open',
  'instance.rescue',
  'instance.bid',
  'instance.rent-like',
] as const satisfies readonly ActionId[];

function Instances() {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const now = useNow();
  const read = useInstances();
  const last = dataOf(read)?.instances;
  // A failure after an empty list is a failure, and no empty list.
  const known = read.state === 'failed' && last?.length === 0 ? undefined : last;
  const { trouble, old, again } = useShownRead(keys.instances, read, 'Rows');
  const warning = known === undefined ? [] : trouble;
  const unsettled = useUnsettledLines(body.columns);
  const headRows = (warning.length === 0 ? 1 : 2) + unsettled.length;
  const asked = useAskedStops();
  const spent = useSpent();
  const columnsNow = instanceColumns(asked, spent.of);
  const dearer = useDearer();
  const list = useList<Instance>({
    name: 'instances',
    rows: byNeed(known ?? [], dearer),
    columns: columnsNow,
    keyOf: (row) => row.id,
    page: Math.max(1, body.rows - headRows - 3),
    now,
    raw: (row) => row,
  });
  useFilterField(list);
  const instance = list.row;
  const acts = useInstanceActs(instance, list.marked);
  const { credit } = useMoney();
  useHint(marksParts(list.marked, { rows: known ?? [], credit, glyphs }));
  useScreenLayer<Action>({
    ...list.bindings,
    ...acts,
    'instance.open': {
      run: () => instance && deck.go({ go: 'push', route: { screen: 'instance', id: instance.id } }),
      blocked: instance === undefined ? 'There is no instance here' : undefined,
    },
    'instance.rescue': useRescueKey(instance?.id ?? 0, instance).key,
    'instance.bid': useBid(instance),
    'instance.rent-like': { run: () => deck.go({ go: 'jump', route: { screen: 'offers' } }) },
  });
  const watched = useUnseenLines(list.rows);
  const filter = known === undefined ? [] : filterParts(list, glyphs.caret);
  const ends = useLimitParts(instance, glyphs.sep);
  const facts = { spent: instance && spent.of(instance, now), ends, workers: useWorkersSeen() };
  const detail = instance ? instanceDetail(instance, glyphs, deck.services, facts) : [];
  const place = panePlace(body.columns, body.rows, list.state.pane && instance !== undefined);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          known === undefined || watched.length > 0
            ? []
            : fitting(summary(list.rows, dearer), body.columns - partsWidth(filter) - 1),
          filter,
          body.columns,
        )}
        columns={body.columns}
      />
      <TroubleLine words={warning} columns={body.columns} />
      <Lines lines={unsettled} columns={body.columns} />
      <Split
        place={place}
        columns={body.columns}
        rows={body.rows - headRows}
        title={`${instance?.id} ${instance?.label ?? ''}`.trim()}
        detail={detail}
        wants={roomyCells}
      >
        {(columns, height) =>
          list.rows.length === 0 ? (
            <Box flexDirection="column">
              <Waiting
                read={read}
                columns={columns}
                empty={empty(list, unsettled.length > 0)}
                again={again}
              />
              <Lines columns={columns} lines={watched} />
            </Box>
          ) : (
            <Rows
              list={list}
              dearer={dearer}
              placed={columnsNow}
              columns={columns}
              height={height}
              now={now}
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
  jump: { action: 'app.instances', name: 'Instances' },
  needs: 'api-key',
  actions: [...listActions, ...instanceActs, ...ownActs],
  View: Instances,
};
