import { Box } from 'ink';
import { useMemo, useState } from 'react';
import { width } from '../../base/cells.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { markActions, plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import { dearestFirst, runway } from '../../engine/money/money.ts';
import { SHORT_RUNWAY_MS } from '../../engine/money/runway-alarm.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useBurnAt, useMoney } from '../../hooks/use-money.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Line } from '../../tui/text/line.tsx';
import { fitting, partsText, partsWidth, spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf } from '../list-look.ts';
import { filterParts } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { statePart } from '../state-look.ts';
import { Waiting } from '../waiting.tsx';
import { alikeNames, moneyColumns } from './columns.ts';
import { moneyLayout, pastRows } from './layout.ts';
import { Past } from './past.tsx';
import { Plan } from './plan.tsx';
import { empty, markHint, sumLine, type WhatIf, whatIfWordings } from './words.ts';

/** `w` reckons here, and there is no pane: what a machine is stands in the list. */
const listActs = [...plainListActions, ...markActions];
type Action = (typeof listActs)[number] | 'money.what-if';

/** What each machine costs and has cost, what stopping some of them would change, and what was spent before. */
function Money() {
  const body = useBody();
  const { glyphs } = useTheme();
  const keyName = useKeyName();
  const money = useMoney();
  const burnAt = useBurnAt();
  const read = useInstances();
  const spent = useSpent();
  const [act, setAct] = useState<WhatIf>('stop');
  const last = dataOf(read)?.instances;
  const missing = dataOf(read)?.missing ?? 0;
  // A failure after an empty list is a failure, and no empty list.
  const known = read.state === 'failed' && last?.length === 0 && missing === 0 ? undefined : last;
  const rows = known ?? [];
  const { trouble, old, again } = useShownRead(keys.instances, read, 'Rows');
  const warning = known === undefined ? [] : trouble;

  const alike = useMemo(() => alikeNames(known ?? []), [known]);
  const columns = moneyColumns(spent, alike);
  const layout = moneyLayout(body.rows - (warning.length === 0 ? 0 : 1), rows.length, body.columns);
  const list = useList<Instance>({
    name: 'money',
    rows: dearestFirst(rows),
    columns,
    keyOf: (row) => row.id,
    nameOf: instanceName,
    page: Math.max(1, layout.grid - 2),
    raw: (row) => row,
  });
  useFilterField(list);
  const { now } = list;
  const left = runway(money.credit, money.burnPerHour, now);
  const isShort = left !== undefined && left !== 'forever' && left.ms < SHORT_RUNWAY_MS && rows.length > 0;
  const { timeZone } = useDeck().services;
  const other = act === 'stop' ? 'destroy' : 'stop';
  useScreenLayer<Action>({
    ...pick(list.bindings, listActs),
    'money.what-if': {
      run: () => setAct(other),
      blocked: list.row === undefined ? 'Nothing is rented' : undefined,
    },
  });
  useSideways(list);
  const marked = list.marked.length;
  const targets = marked > 0 ? list.marked : list.row === undefined ? [] : [list.row];
  const isAsked = spent.charges.state === 'loading';
  const sumAt = (at: number) =>
    sumLine(rows, (row) => spent.of(row, at), at, { ...glyphs, isAsked, gone: spent.gone, missing });
  const sums = sumAt(now);
  const filter = known === undefined ? [] : filterParts(list, glyphs);
  // Runways are told to the minute.
  list.tellsBeside((at) => `${partsText(sumAt(at)[0] ?? [])} ${Math.floor(at / 60_000)}`);
  const about = { ...glyphs, from: list.rangeFrom, bounds: partsText(sums[0] ?? []) };
  const hints = markHint(marked, other, about, keyName);
  useHint(list.row === undefined ? [] : fitting(hints, body.columns - 3));
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(
          known === undefined ? [] : fitting(sums, body.columns - partsWidth(filter) - 1),
          filter,
          body.columns,
        )}
        columns={body.columns}
      />
      <TroubleLine words={warning} columns={body.columns} />
      <Box flexDirection="column" height={layout.grid}>
        {list.rows.length === 0 ? (
          <Waiting
            read={read}
            what="the instances that cost money"
            columns={body.columns}
            empty={empty(list, { burn: burnAt(now), missing }, keyName('app.offers'))}
            again={again}
          />
        ) : (
          <Grid
            {...gridOf(list)}
            height={layout.grid}
            width={body.columns}
            now={list.now}
            gutter={(row) => [list.isMarked(row) ? glyphs.mark : ' ', statePart(readInstance(row), glyphs)]}
            gutterCells={width(glyphs.running) + 3}
            dimmed={old}
          />
        )}
      </Box>
      <Line
        parts={fitting(
          whatIfWordings(rows, targets, act, money, now, { ...glyphs, missing }, body.columns),
          body.columns,
        )}
        columns={body.columns}
      />
      {isShort ? (
        <Plan
          {...{ rows, missing, money, left, timeZone }}
          columns={body.columns}
          height={pastRows(layout)}
        />
      ) : (
        <Past layout={layout} charges={spent.charges} columns={body.columns} now={list.now} />
      )}
    </Box>
  );
}

export const money: ScreenDef<'money'> = {
  title: () => 'Money',
  needs: 'api-key',
  actions: [...listActs, ...sidewaysActions, 'money.what-if'],
  View: Money,
};
