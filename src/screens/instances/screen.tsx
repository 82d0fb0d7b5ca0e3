import { Box } from 'ink';
import { width } from '../../cells.ts';
import type { Instance } from '../../client/wire.ts';
import { Grid } from '../../components/grid.tsx';
import { Line, Lines } from '../../components/line.tsx';
import { panePlace, Split } from '../../components/split.tsx';
import { TroubleLine } from '../../components/trouble-line.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { readInstance } from '../../domain/lifecycle.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { keys, useInstances } from '../../hooks/resources.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useLimitParts } from '../../hooks/use-limit-parts.ts';
import { type ListAction, useList } from '../../hooks/use-list.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { listActions } from '../../keymap.ts';
import { dataOf } from '../../loadable.ts';
import { fitting, partsWidth, spread } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import type { ScreenDef } from '../screen.ts';
import { stateGlyph } from '../state-look.ts';
import { instanceColumns } from './columns.ts';
import { instanceDetail } from './detail.ts';
import { byNeed, empty, filterParts, marksParts, note, summary } from './summary.ts';
import { useUnseenLines, useUnsettledLines } from './unsettled.ts';
import { useAskedStops } from './use-asked-stops.ts';

type Action = ListAction | InstanceAct | 'instance.open' | 'instance.rent-like';

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
  const unsettled = useUnsettledLines();
  const headRows = (warning.length === 0 ? 1 : 2) + unsettled.length;
  const asked = useAskedStops();
  const columnsNow = instanceColumns(asked);
  const list = useList<Instance>({
    name: 'instances',
    rows: byNeed(known ?? []),
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
    'instance.rent-like': { run: () => deck.go({ go: 'jump', route: { screen: 'offers' } }) },
  });
  const watched = useUnseenLines(list.rows);
  const filter = known === undefined ? [] : filterParts(list, glyphs.caret);
  const needy = list.rows.filter((row) => readInstance(row).needsYou).slice(0, body.rows < 30 ? 1 : 3);
  const notes = needy.flatMap((row) => note(row, glyphs));
  const ends = useLimitParts(instance, glyphs.sep);
  const detail =
    instance === undefined ? [] : instanceDetail(instance, now, glyphs, deck.services.timeZone, ends);
  const place = panePlace(body.columns, body.rows, list.state.pane && instance !== undefined);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          known === undefined || watched.length > 0
            ? []
            : fitting(summary(list.rows), body.columns - partsWidth(filter) - 1),
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
            <Box flexDirection="column">
              <Grid
                columns={columnsNow}
                rows={list.rows}
                rowKey={(row) => row.id}
                cursor={list.cursor}
                height={Math.max(3, height - (notes.length > 0 && height > 8 ? notes.length + 1 : 0))}
                width={columns}
                now={now}
                sort={list.sort}
                gutter={(row) =>
                  `${list.isMarked(row) ? glyphs.mark : ' '}${glyphs[stateGlyph(readInstance(row))]}`
                }
                gutterCells={width(glyphs.running) + 3}
                dimmed={old}
              />
              {height > 8 && notes.length > 0 ? (
                <Box flexDirection="column" marginTop={1}>
                  <Lines lines={notes} columns={columns} />
                </Box>
              ) : null}
            </Box>
          )
        }
      </Split>
    </Box>
  );
}

export const instances: ScreenDef<'instances'> = {
  title: () => 'Instances',
  jump: { key: '2', name: 'Instances' },
  needs: 'api-key',
  actions: [...listActions, ...instanceActs, 'instance.open', 'instance.rent-like'],
  View: Instances,
};
