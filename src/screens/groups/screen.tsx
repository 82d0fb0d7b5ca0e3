import { Box } from 'ink';
import { width } from '../../base/cells.ts';
import type { WorkerGroup } from '../../client/wire.ts';
import { type GroupRow, groupRows, groupTitle } from '../../engine/groups/group-rows.ts';
import { workersByGroup } from '../../engine/groups/group-workers.ts';
import { searchOfGroup } from '../../engine/groups/worker-cost.ts';
import { type ActionId, moveActions, paneActions, sidewaysActions } from '../../engine/keymap.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { usePaneRow } from '../../hooks/list-pane.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useGroups, useWorkerPrices } from '../../hooks/use-groups.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Split } from '../../tui/list/split.tsx';
import { Line } from '../../tui/text/line.tsx';
import { fitting, partsWidth, spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf, paneOf } from '../list-look.ts';
import { filterParts } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { familyColumn, groupColumns } from './columns.ts';
import { groupDetail, groupRaw } from './detail.ts';
import { groupKey, groupList } from './row-key.ts';
import { type GroupAct, groupActs, useGroupActs } from './use-group-acts.ts';
import { emptyWords, rowLook, summary } from './words.ts';

/** Neither order nor marks: worker groups stand under their endpoint group, and a deletion is of one group. */
const moves = [
  ...moveActions,
  'list.filter',
  'list.columns',
  'list.raw',
  ...paneActions,
] as const satisfies readonly ActionId[];
type Move = (typeof moves)[number];

const rowKey = ({ kind, id }: GroupRow): number => groupKey(kind, id);

function Groups() {
  const { services, keyName } = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const read = useGroups();
  const known = dataOf(read);
  const { trouble, old, again } = useShownRead(keys.groups, read, 'Rows');
  const listed = dataOf(useInstances());
  // Of a list that lacks rows nobody knows which workers it lacks.
  const instances = listed && isWhole(listed) ? listed.instances : undefined;
  const searches = (known?.workers ?? []).map(searchOfGroup).filter((search) => search !== undefined);
  const priceOf = useWorkerPrices(searches);
  const pricesOf = (group: WorkerGroup) => {
    const search = searchOfGroup(group);
    return search === undefined ? undefined : priceOf(search);
  };
  const seen = useWorkersSeen();
  const workersOf = instances === undefined ? undefined : workersByGroup(instances, seen);
  const rows = groupRows(known ?? {}, { workersOf, pricesOf });
  const columns = groupColumns(rows);
  const warning = known === undefined || (rows.length === 0 && isWhole(known)) ? [] : trouble;
  const headRows = warning.length === 0 ? 1 : 2;
  const list = useList<GroupRow>({
    name: groupList,
    rows,
    columns,
    sought: familyColumn,
    keyOf: rowKey,
    nameOf: ({ kind, id }) => `${kind} group ${id}`,
    atOnce: true,
    page: Math.max(1, body.rows - headRows - 3),
    raw: (row) => groupRaw(row, glyphs.dot),
  });
  useFilterField(list);
  const acts = useGroupActs(list.row);
  useScreenLayer<Move | GroupAct>({ ...pick<Move>(list.bindings, moves), ...acts });
  useSideways(list);
  useHint(
    rows.some(({ kind }) => kind === 'worker')
      ? [['Workers are instances and are billed as such', 'dim']]
      : [],
  );

  const filter = filterParts(list, glyphs);
  const title =
    rows.length === 0
      ? []
      : fitting(summary(known ?? {}, rows, glyphs.sep), body.columns - partsWidth(filter) - 1);
  const told = usePaneRow(list);
  const prices = told?.kind === 'worker' ? pricesOf(told.group) : undefined;
  const words = { ...glyphs, workersKey: keyName('group.workers') };
  const empty = emptyWords(list.total, known, keyName);
  return (
    <Box flexDirection="column">
      <Line parts={spread(title, filter, body.columns)} columns={body.columns} />
      <TroubleLine words={warning} columns={body.columns} />
      <Split
        {...paneOf(list, body, told)}
        columns={body.columns}
        rows={body.rows - headRows}
        title={told === undefined ? '' : groupTitle(told)}
        detail={told === undefined ? [] : groupDetail(told, prices, words, services.timeZone)}
      >
        {(cells, height) =>
          list.rows.length === 0 ? (
            <Waiting read={read} what="the groups" columns={cells} empty={empty} again={again} />
          ) : (
            <Grid
              {...gridOf(list)}
              height={height}
              width={cells}
              now={list.now}
              gutter={(one) => {
                const look = rowLook(one);
                return look === undefined ? [] : [' ', [glyphs[look.glyph], look.tone]];
              }}
              gutterCells={width(glyphs.running) + 3}
              dimmed={old}
            />
          )
        }
      </Split>
    </Box>
  );
}

export const groups: ScreenDef<'groups'> = {
  title: () => 'Groups',
  needs: 'api-key',
  actions: [...moves, ...sidewaysActions, ...groupActs],
  View: Groups,
};
