import { Box } from 'ink';
import type { Offer } from '../../client/wire.ts';
import { markActions, paneActions, plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import { buildSearchBody, describeFilters } from '../../engine/offers/query.ts';
import { savedAs } from '../../engine/offers/saved-search.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { useFailedHere } from '../../hooks/failed-here.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { usePaneRow } from '../../hooks/list-pane.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useOffers } from '../../hooks/resources.ts';
import { useSavedSearches } from '../../hooks/saved-searches.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useLoosen } from '../../hooks/use-loosen.ts';
import { offerValues, useOwnCommands } from '../../hooks/use-own-commands.ts';
import { useFormBlock } from '../../hooks/use-rent-block.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Split } from '../../tui/list/split.tsx';
import { Line } from '../../tui/text/line.tsx';
import { fitting, spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf, paneOf } from '../list-look.ts';
import { markedWords } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { offerColumns, offerFields, orderName, serviceSort } from './columns.ts';
import { type OfferAction, offerActions, offerBindings } from './commands.ts';
import { counted, empty } from './counted.ts';
import { marksParts, offerGutter } from './marks.ts';
import { useOfferDetail } from './use-detail.ts';

const minute = 60_000;

function Offers() {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const search = useStore(deck.search);
  const saved = savedAs(search, useSavedSearches())?.name;
  const gone = useStore(deck.gone);
  const failed = useFailedHere();
  const lost = (row: Offer) => gone.get(row.id) ?? failed(row);
  const request = buildSearchBody(search);
  const read = useOffers(request);
  const last = dataOf(read)?.offers;
  // A failure after an empty list is a failure, and no empty list.
  const known = read.state === 'failed' && last?.length === 0 ? undefined : last;
  const rows = known ?? [];
  const { trouble, old, again } = useShownRead(keys.offers(request), read, 'Rows');
  const warning = known === undefined ? [] : trouble;
  const headRows = warning.length === 0 ? 1 : 2;
  const list = useList<Offer>({
    name: 'offers',
    rows,
    columns: offerColumns,
    keyOf: (offer) => offer.id,
    page: Math.max(1, body.rows - headRows - 3),
    raw: (offer) => offer,
    covered: offerFields,
    served: serviceSort(search.order),
  });
  const { now } = list;
  // The runway in the pane.
  list.tellsBeside((at) => String(Math.floor(at / minute)));
  useFilterField(list);
  const loosen = useLoosen(search, known?.length === 0);
  useScreenLayer<OfferAction>({
    ...list.bindings,
    ...offerBindings(deck, list, { gone, lost, block: useFormBlock() }),
    'offers.loosen': loosen.binding,
  });
  useSideways(list);
  const offer = list.row;
  useOwnCommands('offers', offer && offerValues(offer));
  const why = offer && lost(offer);
  const marks = marksParts(list.marked, glyphs, {
    compareKey: deck.keyName('offers.compare'),
    words: markedWords(list.marked.length, list.rangeFrom, deck.keyName('list.mark-range')),
  });
  useHint(why ? [[`${why} ${glyphs.sep} ${deck.keyName('offers.next-best')} next best`, 'warn']] : marks);
  const told = usePaneRow(list);
  const detail = useOfferDetail(told, now);
  const none = (cells: number) => empty(list, loosen.lines, cells);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          [' ', describeFilters(request)],
          known === undefined
            ? []
            : fitting(
                counted(list, { limit: search.limit, order: orderName(search.order), saved }, glyphs),
                Math.floor(body.columns / 2),
              ),
          body.columns,
        )}
        columns={body.columns}
      />
      <TroubleLine words={warning} columns={body.columns} />
      <Split
        {...paneOf(list, body, told)}
        columns={body.columns}
        rows={body.rows - headRows}
        title={`offer ${told?.id}`}
        detail={detail}
      >
        {(columns, height) =>
          list.rows.length === 0 ? (
            <Waiting read={read} what="the offers" columns={columns} empty={none(columns)} again={again} />
          ) : (
            <Grid
              {...gridOf(list)}
              of={JSON.stringify(request)}
              height={height}
              width={columns}
              now={list.now}
              {...offerGutter((row) => lost(row) !== undefined, list.isMarked, glyphs)}
              dimmed={old}
              dimmedRow={(row) => lost(row) !== undefined}
            />
          )
        }
      </Split>
    </Box>
  );
}

export const offers: ScreenDef<'offers'> = {
  title: () => 'Offers',
  needs: 'api-key',
  actions: [
    ...plainListActions,
    ...markActions,
    ...paneActions,
    'list.wide',
    ...sidewaysActions,
    ...offerActions,
  ],
  View: Offers,
};
