import { Box } from 'ink';
import { cut } from '../../base/cells.ts';
import {
  type ActionId,
  type Binding,
  type Bindings,
  type MoveAction,
  moveActions,
} from '../../engine/keymap.ts';
import { useRescue } from '../../hooks/use-rescue.ts';
import { useScroll } from '../../hooks/use-scroll.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { useLayer, useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Line } from '../../tui/text/line.tsx';
import { moreLine } from '../../tui/text/more-line.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { scrollHint } from '../scrolled.ts';
import { absentReason } from './absent.ts';
import { scrolledBlocks } from './fold.ts';
import { useBid } from './use-bid.ts';
import { useBlocks } from './use-blocks.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from './use-instance-acts.ts';
import { useInstanceRecord } from './use-record.ts';

/** A label in the title line is cut here, so that the trail before it and the profile after it stay whole. */
const crumbCells = 30;

const ownActs = ['instance.rescue', 'instance.bid'] as const satisfies readonly ActionId[];

/** The same keys, none of which does anything for this reason where there is one. */
const blockedBy = <Action extends ActionId>(
  bindings: Bindings<Action>,
  why: string | undefined,
): Bindings<Action> =>
  why === undefined
    ? bindings
    : (Object.fromEntries(
        Object.entries<Binding>(bindings).map(([action, binding]) => [action, { ...binding, blocked: why }]),
      ) as Bindings<Action>);

function InstanceView({ route: { id } }: { route: { screen: 'instance'; id: number } }) {
  const body = useBody();
  const { glyphs } = useTheme();
  const keyName = useKeyName();
  const record = useInstanceRecord(id);
  const instance = record.instance ?? undefined;
  const rescue = useRescue(id, instance);
  const blocks = useBlocks(id, record, rescue);
  const warning = instance ? record.trouble : [];
  const rows = body.rows - (warning.length === 0 ? 0 : 1);
  const scroll = useScroll();
  const { lines, last, hidden } = scrolledBlocks(blocks, rows, scroll.top);
  const { callOff } = rescue;
  const acts = { ...useInstanceActs(instance), 'instance.bid': useBid(instance) };
  const why = instance ? undefined : absentReason({ ...record, id, asked: record.alone === null, keyName });
  useScreenLayer<InstanceAct | MoveAction | (typeof ownActs)[number]>({
    ...blockedBy(acts, why),
    ...scroll.bindings(last, rows),
    // A rescue that has begun is called off by this key, record or not.
    'instance.rescue':
      callOff === undefined && why !== undefined ? { ...rescue.key, blocked: why } : rescue.key,
  });
  // Beside its own: where something of a rescue has begun, Esc ends that before it leads anywhere.
  useLayer(callOff && { kind: 'screen', bindings: { 'app.escape': { run: callOff } } });
  return (
    <Box flexDirection="column">
      <TroubleLine words={warning} columns={body.columns} />
      {lines.map((line, index) =>
        'rule' in line ? (
          <Rule key={line.rule} columns={body.columns} title={line.rule} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
          <Line key={index} parts={line} columns={body.columns} dimmed={record.old} />
        ),
      )}
      {hidden === undefined ? null : (
        <Line
          parts={moreLine(hidden, glyphs, { margin: '    ', keys: scrollHint(keyName) })}
          columns={body.columns}
        />
      )}
    </Box>
  );
}

export const instance: ScreenDef<'instance'> = {
  title: ({ id }, instances) => {
    const label = instances.find((row) => row.id === id)?.label?.trim() ?? '';
    return label === '' ? String(id) : `${id} ${cut(label, crumbCells)}`;
  },
  needs: 'api-key',
  actions: [...instanceActs, ...ownActs, ...moveActions],
  View: InstanceView,
};
