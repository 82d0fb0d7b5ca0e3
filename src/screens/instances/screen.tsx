import { Box } from 'ink';
import type { Instance } from '../../client/wire.ts';
import { Grid } from '../../components/grid.tsx';
import { Line, Lines } from '../../components/line.tsx';
import { panePlace, Split } from '../../components/split.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { ratePerDay } from '../../domain/format.ts';
import { readInstance } from '../../domain/lifecycle.ts';
import { instanceBurn } from '../../domain/money.ts';
import { instanceName } from '../../domain/names.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { type ListAction, type ListView, useList } from '../../hooks/use-list.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { listActions } from '../../keymap.ts';
import { dataOf } from '../../loadable.ts';
import { type Parts, spread } from '../../parts.ts';
import { type Glyphs, useTheme } from '../../theme.ts';
import type { ScreenDef } from '../screen.ts';
import { stateGlyph } from '../state-look.ts';
import { instanceColumns } from './columns.ts';
import { instanceDetail } from './detail.ts';

type Action = ListAction | InstanceAct | 'instance.open' | 'instance.rent-like';

/** Instances that need the person first, then the newest. */
const byNeed = (rows: readonly Instance[]): Instance[] =>
  [...rows].sort(
    (a, b) => Number(readInstance(b).needsYou) - Number(readInstance(a).needsYou) || b.id - a.id,
  );

function Instances() {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const now = useNow();
  const read = useInstances();
  const list = useList<Instance>({
    name: 'instances',
    rows: byNeed(dataOf(read)?.instances ?? []),
    columns: instanceColumns,
    keyOf: (row) => row.id,
    page: Math.max(1, body.rows - 4),
    now,
    raw: (row) => row,
  });
  useFilterField(list);
  const instance = list.row;
  const acts = useInstanceActs(instance);
  useScreenLayer<Action>({
    ...list.bindings,
    ...acts,
    'instance.open': {
      run: () => instance && deck.go({ go: 'push', route: { screen: 'instance', id: instance.id } }),
      blocked: instance === undefined ? 'There is no instance here' : undefined,
    },
    'instance.rent-like': { run: () => deck.go({ go: 'jump', route: { screen: 'offers' } }) },
  });
  const needy = list.rows.filter((row) => readInstance(row).needsYou).slice(0, 2);
  const notes = needy.flatMap((row) => note(row, glyphs));
  const detail = instance === undefined ? [] : instanceDetail(instance, now, glyphs, deck.services.timeZone);
  const place = panePlace(body.columns, body.rows, list.state.pane && instance !== undefined);
  return (
    <Box flexDirection="column">
      <Line
        parts={spread(summary(list.rows), filterParts(list, glyphs.caret), body.columns)}
        columns={body.columns}
      />
      <Split
        place={place}
        columns={body.columns}
        rows={body.rows - 1}
        title={`${instance?.id} ${instance?.label ?? ''}`.trim()}
        detail={detail}
      >
        {(columns, height) =>
          list.rows.length === 0 ? (
            <Waiting read={read} columns={columns} empty={empty(list)} />
          ) : (
            <Box flexDirection="column">
              <Grid
                columns={instanceColumns}
                rows={list.rows}
                rowKey={(row) => row.id}
                cursor={list.cursor}
                height={Math.max(3, height - (notes.length > 0 && height > 8 ? notes.length + 1 : 0))}
                width={columns}
                now={now}
                sort={list.sort}
                gutter={(row) => ` ${glyphs[stateGlyph(readInstance(row))]}`}
                dimmed={read.state === 'failed'}
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

/** Two lines for a row that needs the person: what is the matter and what it costs, and the keys that end it. */
function note(row: Instance, glyphs: Glyphs): Parts[] {
  const { word, advice } = readInstance(row);
  const { perHour } = instanceBurn(row);
  const cost = perHour === undefined ? '' : ` Doing nothing costs ${ratePerDay(perHour)}.`;
  return [
    [[`    ${glyphs.exited} ${instanceName(row)} is ${word}.`, 'bad'], cost],
    [[`      ${advice ?? ''}`, 'dim']],
  ];
}

function summary(rows: readonly Instance[]): Parts {
  const readings = rows.map((row) => readInstance(row));
  const count = (kind: (r: (typeof readings)[number]) => boolean, word: string) => {
    const n = readings.filter(kind).length;
    return n === 0 ? [] : [`${n} ${word}`];
  };
  const words = [
    `${rows.length} ${rows.length === 1 ? 'instance' : 'instances'}`,
    ...count((r) => r.kind === 'running', 'running'),
    ...count((r) => r.kind === 'provisioning' || r.kind === 'loading', 'booting'),
    ...count((r) => r.kind === 'stopped', 'stopped'),
  ];
  const needs = readings.filter((r) => r.needsYou).length;
  return [
    `   ${words.join(' · ')}`,
    needs === 0 ? '' : [` · ${needs} ${needs === 1 ? 'needs' : 'need'} you`, 'bad'],
  ];
}

function filterParts(list: ListView<Instance>, caret: string): Parts {
  if (list.filterError !== undefined) return [[`${list.filterError} `, 'bad']];
  if (list.state.typing) return [[`/${list.state.filter}${caret} `, 'accent']];
  return list.state.filter === ''
    ? []
    : [
        [`/${list.state.filter} `, 'accent'],
        [`${list.rows.length} of ${list.total} `, 'dim'],
      ];
}

const empty = (list: ListView<Instance>): string[] =>
  list.total > 0
    ? ['No instance matches the filter.', 'Esc clears it.']
    : ['Nothing is rented, and nothing costs money.', '1 goes to the offers.'];

export const instances: ScreenDef<'instances'> = {
  title: () => 'Instances',
  jump: { key: '2', name: 'Instances' },
  needs: 'api-key',
  actions: [...listActions, ...instanceActs, 'instance.open', 'instance.rent-like'],
  View: Instances,
};
