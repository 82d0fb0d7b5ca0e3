import { Box } from 'ink';
import type { Volume } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { type ActionId, paneActions, plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { defaultSearch } from '../../engine/offers/search-state.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { notOffered } from '../../engine/refusals.ts';
import { volumeRate } from '../../engine/volumes/volumes.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { usePaneRow } from '../../hooks/list-pane.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useInstances, useVolumes } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Split } from '../../tui/list/split.tsx';
import { Line, Lines } from '../../tui/text/line.tsx';
import { spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf, paneOf } from '../list-look.ts';
import { filterParts, noMatch } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { volumeColumns, volumeFields } from './columns.ts';
import { volumeDetail } from './detail.ts';

const listActs = [...plainListActions, ...paneActions, 'list.wide'] as const satisfies readonly ActionId[];
type ListAct = (typeof listActs)[number];

/** The volumes of the account: where each lies, what it is attached to, and what it costs where that is told. */
function Volumes() {
  const deck = useDeck();
  const body = useBody();
  const { columns, rows } = body;
  const { glyphs } = useTheme();
  const instances = dataOf(useInstances())?.instances;
  const read = useVolumes(true);
  const { trouble, old, again } = useShownRead(keys.volumes, read, 'Volumes');
  const known = dataOf(read)?.rows;
  const isAll = isWhole(dataOf(read) ?? {});
  const list = useList<Volume>({
    name: 'volumes',
    rows: known ?? [],
    columns: volumeColumns(instances),
    keyOf: ({ id }) => id,
    page: Math.max(1, rows - 3),
    raw: (volume) => volume,
    covered: volumeFields,
  });
  useFilterField(list);
  const machine = list.row?.machine_id;
  useScreenLayer<ListAct | 'volume.offers'>({
    ...pick<ListAct>(list.bindings, listActs),
    'volume.offers': {
      run: () => machine !== undefined && searchMachine(deck, machine),
      blocked:
        list.row === undefined
          ? 'There is no volume here'
          : machine === undefined
            ? 'The machine of this volume is not known'
            : undefined,
    },
  });
  useSideways(list);
  useHint(list.row === undefined ? [] : ['The rent form links one by its id, on its own machine.']);

  const told = usePaneRow(list);
  const warning = known === undefined ? [] : trouble;
  const count = known === undefined ? '' : `   ${known.length} ${known.length === 1 ? 'volume' : 'volumes'}`;
  const priced = known?.every((row) => volumeRate(row) !== undefined) === true;
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          [
            [
              known?.length === 0 || priced
                ? count
                : `${count}${count && ', the service does not say what they cost'}`,
              'dim',
            ],
          ],
          filterParts(list, glyphs),
          columns,
        )}
        columns={columns}
      />
      <TroubleLine words={warning} columns={columns} />
      {read.state === 'failed' && notOffered(read.error) ? (
        <Lines lines={[[], ['   This service lists no volumes: see its web console.']]} columns={columns} />
      ) : known === undefined || list.rows.length === 0 ? (
        <Waiting
          read={read}
          what="the volumes"
          columns={columns}
          empty={list.total > 0 ? noMatch(list, 'volume') : isAll ? ['The account has no volume.'] : []}
          again={again}
        />
      ) : (
        <Split
          {...paneOf(list, body, told, true)}
          columns={columns}
          rows={Math.max(3, rows - 1 - warning.length)}
          title={told === undefined ? '' : `volume ${told.id}`}
          detail={told === undefined ? [] : volumeDetail(told, instances, glyphs.sep, deck.services.timeZone)}
        >
          {(cells, height) => (
            <Grid<Volume> {...gridOf(list)} height={height} width={cells} now={list.now} dimmed={old} />
          )}
        </Split>
      )}
    </Box>
  );
}

/** What can be rented on one machine, where a volume on it can be linked. */
function searchMachine(deck: Deck, machine: number): void {
  const filters = { machine_id: { eq: machine }, rentable: { eq: true } };
  deck.search.set({ ...defaultSearch, filters });
  deck.go({ go: 'jump', route: { screen: 'offers' } });
}

export const volumes: ScreenDef<'volumes'> = {
  title: () => 'Volumes',
  needs: 'api-key',
  actions: [...listActs, ...sidewaysActions, 'volume.offers'],
  View: Volumes,
};
