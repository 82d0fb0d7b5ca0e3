import { Box } from 'ink';
import { useEffect } from 'react';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { tooManyAsked } from '../../engine/error-advice.ts';
import type { ActionId } from '../../engine/keymap.ts';
import { buildSearchBody, describeFilters, formatOrder } from '../../engine/offers/query.ts';
import { mostWatched, type SavedSearch, watchedOf } from '../../engine/offers/saved-search.ts';
import { isCommandWord } from '../../engine/places.ts';
import {
  askToRename,
  removeSearch,
  runSaved,
  toggleWatch,
  useSavedSearches,
} from '../../hooks/saved-searches.ts';
import { type CursorAction, cursorActions, useCursor } from '../../hooks/use-cursor.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Rule } from '../../tui/text/header.tsx';
import { Line, Lines } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { orderName } from './columns.ts';
import { type SearchRow, searchColumns } from './searches-columns.ts';

const searchesActions = [
  'searches.run',
  'searches.watch',
  'searches.rename',
  'searches.delete',
] as const satisfies readonly ActionId[];
type SearchesAction = (typeof searchesActions)[number];

const none: readonly string[] = [
  'There are no saved searches.',
  'f on Offers opens the search; Ctrl+S there saves it under a name.',
];

const warnLine = (text: string): Parts => [[`   ${text}`, 'warn']];
/** A search whole, on lines of so many cells: what is asked for, in which order, and how many at the most. */
function askedFor({ order, limit, ...search }: SavedSearch['search'], cells: number): Parts[] {
  const [first, ...then] = order;
  const by =
    first === undefined
      ? 'in the order of the service'
      : `by ${then.length === 0 ? orderName(order) : formatOrder(order)}, the ${first[1] === 'desc' ? 'most' : 'least'} first`;
  const what = wrapWords(describeFilters(buildSearchBody({ order, limit, ...search })), cells);
  const many = tooManyAsked(limit);
  return [
    ...what.map((text): Parts => [`   ${text}`]),
    [[`   ${by}; ${limit} at most`, 'dim']],
    ...(many === undefined ? [] : wrapWords(many, cells).map(warnLine)),
  ];
}

/** The searches that the person has saved, to run, to watch and to be rid of. */
function Searches() {
  const deck = useDeck();
  const { columns, rows } = useBody();
  const { spoken } = useTheme();
  const now = useNow(60_000);
  const saved = useSavedSearches();
  const best = useStore(deck.best);
  const asked = new Set(watchedOf(saved).map(({ name }) => name));
  const list = saved.map(
    (one, index): SearchRow => ({
      ...one,
      key: index + 1,
      asked: asked.has(one.name),
      best: one.watch ? best.get(one.name) : undefined,
    }),
  );
  // A hand, or another rigdeck, may have written the file meanwhile.
  useEffect(() => void deck.saved.reload(), [deck]);
  const cursor = useCursor('searches', list, ({ key }) => key);
  const row = saved[cursor.index];
  const blocked = row === undefined ? 'There is no saved search here' : undefined;
  const isFull = row?.watch === false && saved.filter(({ watch }) => watch).length >= mostWatched;
  const full = isFull
    ? `${mostWatched} searches are watched, which is the most: end another one first`
    : undefined;
  const on =
    (act: (deck: Parameters<typeof runSaved>[0], saved: Parameters<typeof runSaved>[1]) => void) => () =>
      row && act(deck, row);
  useScreenLayer<CursorAction | SearchesAction>({
    ...cursor.bindings,
    'searches.run': { run: on(runSaved), blocked },
    'searches.watch': {
      run: on(toggleWatch),
      blocked: blocked ?? full,
      label: row?.watch ? 'watch: on' : 'watch: off',
    },
    'searches.rename': { run: on(askToRename), blocked },
    'searches.delete': { run: on(removeSearch), blocked },
  });
  const hint = isCommandWord(row?.name ?? '')
    ? `:${row?.name} is a command of the deck: ${deck.keyName('searches.rename')} gives the search another name.`
    : `:${row?.name} runs it from everywhere.`;
  useHint(row === undefined ? [] : [hint]);
  const problems = deck.saved.problems().flatMap((text) => wrapWords(text, columns - 6));
  const lines = problems.slice(0, 4).map(warnLine);
  // A line of the list is short: what is asked for stands below it whole, in as many lines for each.
  const asks = spoken ? [] : saved.map(({ search }) => askedFor(search, columns - 4));
  const asksRows = Math.min(Math.max(1, rows - 6), Math.max(0, ...asks.map(({ length }) => length)));
  const count = `${saved.length} saved ${saved.length === 1 ? 'search' : 'searches'}`;
  return (
    <Box flexDirection="column">
      <Line parts={[[saved.length === 0 ? '' : `   ${count}`, 'dim']]} columns={columns} />
      <Lines lines={lines} columns={columns} />
      {saved.length === 0 ? (
        <Lines
          lines={[[], ...none.flatMap((text) => wrapWords(text, columns - 6)).map((text) => [`   ${text}`])]}
          columns={columns}
        />
      ) : (
        <>
          <Grid
            columns={searchColumns}
            rows={list}
            rowKey={({ key }) => key}
            cursor={cursor.index}
            height={Math.max(3, Math.min(list.length + 2, rows - 2 - lines.length - asksRows))}
            width={columns}
            now={now}
          />
          {row === undefined || spoken ? null : (
            <>
              <Rule columns={columns} title={row.name} />
              <Lines lines={(asks[cursor.index] ?? []).slice(0, asksRows)} columns={columns} />
            </>
          )}
        </>
      )}
    </Box>
  );
}

export const searches: ScreenDef<'searches'> = {
  title: () => 'Saved searches',
  needs: 'api-key',
  actions: [...cursorActions, ...searchesActions],
  View: Searches,
};
