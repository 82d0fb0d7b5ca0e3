import { Box } from 'ink';
import { cut } from '../../cells.ts';
import { Rule } from '../../components/header.tsx';
import { Line } from '../../components/line.tsx';
import { TroubleLine } from '../../components/trouble-line.tsx';
import { bootTimeline, readInstance } from '../../domain/lifecycle.ts';
import { useDeck, useSession } from '../../hooks/deck.ts';
import { useBid } from '../../hooks/use-bid.ts';
import { useBootHistory } from '../../hooks/use-boot-history.ts';
import { useInheritedLimits } from '../../hooks/use-inherited-limits.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useLayer, useScreenLayer } from '../../hooks/use-layer.ts';
import { useLimitParts } from '../../hooks/use-limit-parts.ts';
import { useNow } from '../../hooks/use-now.ts';
import { type RescueView, useRescue } from '../../hooks/use-rescue.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import type { ActionId } from '../../keymap.ts';
import type { Parts } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import { instanceDetail } from '../instances/detail.ts';
import type { ScreenDef } from '../screen.ts';
import { absent } from './absent.ts';
import { bootLines } from './boot.ts';
import { type Block, foldBlocks } from './fold.ts';
import { reachLines } from './reach-lines.ts';
import { rescueLines } from './rescue-lines.ts';
import { type InstanceRecord, useInstanceRecord } from './use-record.ts';
import { eventLines } from './what-happened.ts';

/** A label in the title line is cut here, so that the trail before it and the profile after it stay whole. */
const crumbCells = 30;
/** On fewer rows than these a plan is said in two lines. */
const roomyFrom = 14;

const ownActs = ['instance.rescue', 'instance.bid'] as const satisfies readonly ActionId[];

function InstanceView({ route: { id } }: { route: { screen: 'instance'; id: number } }) {
  const body = useBody();
  const record = useInstanceRecord(id);
  const instance = record.instance ?? undefined;
  const rescue = useRescue(id, instance);
  useScreenLayer<InstanceAct | (typeof ownActs)[number]>({
    ...useInstanceActs(instance),
    'instance.rescue': rescue.key,
    'instance.bid': useBid(instance),
  });
  // Beside its own: where something of a rescue has begun, Esc ends that before it leads anywhere.
  const { callOff } = rescue;
  useLayer(callOff && { kind: 'screen', bindings: { 'app.escape': { run: callOff } } });
  const blocks = useBlocks(id, record, rescue);
  const warning = instance ? record.trouble : [];
  const rows = body.rows - (warning.length === 0 ? 0 : 1);
  return (
    <Box flexDirection="column">
      <TroubleLine words={warning} columns={body.columns} />
      {foldBlocks(blocks, rows).map((line, index) =>
        'rule' in line ? (
          <Rule key={line.rule} columns={body.columns} title={line.rule} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
          <Line key={index} parts={line} columns={body.columns} dimmed={record.old} />
        ),
      )}
    </Box>
  );
}

/** What stands on the screen, block by block: how it is, what becomes of a boot that fails, how to reach it, what happened. */
function useBlocks(id: number, record: InstanceRecord, rescue: RescueView): Block[] {
  const deck = useDeck();
  const session = useSession();
  const { glyphs } = useTheme();
  const body = useBody();
  const now = useNow();
  const { timeZone, watches } = deck.services;
  const { instance, alone, read, again, checkedAt, nextPoll } = record;
  const history = useBootHistory(id, alone);
  const inherited = useInheritedLimits(id);
  const spent = useSpent();
  const ends = useLimitParts(instance ?? undefined, glyphs.sep);
  const workers = useWorkersSeen();
  const watch =
    session &&
    watches(session)
      .list()
      .find((row) => row.id === id);
  const kind = instance ? readInstance(instance).kind : undefined;
  const boots = kind === 'provisioning' || kind === 'loading';
  const gone = deck.destroyed.has(id) || history.seen.length > 0;
  const hasRun = history.seen.some(({ status }) => status === 'running');
  const head: Block = instance
    ? {
        lines: bootLines({
          instance,
          timeline: bootTimeline(history, now),
          ...{ now, glyphs, timeZone, checkedAt, nextPoll, columns: body.columns, hasRun },
        }),
        keep: 5,
      }
    : {
        lines: absent({ id, asked: alone === null, gone, created: watch !== undefined, read, again, glyphs }),
        keep: 2,
      };
  const detail = instance
    ? instanceDetail(instance, glyphs, deck.services, { spent: spent.of(instance, now), ends, workers }).map(
        (parts): Parts => ['    ', ...parts],
      )
    : [];
  const reach = instance ? reachLines(instance, glyphs) : [];
  const plan = rescueLines(rescue, { sep: glyphs.sep, short: body.rows < roomyFrom });
  // Without a record there is only what is being done already.
  const underWay = rescue.rescue !== undefined && rescue.rescue.phase !== 'watching';
  const showsPlan = instance
    ? boots || kind === 'exited' || kind === 'unknown' || kind === 'offline'
    : underWay;
  return [
    head,
    ...(showsPlan && plan.length > 0 ? [{ title: 'if it will not boot', lines: plan, keep: 2 }] : []),
    ...(detail.length === 0
      ? []
      : [{ title: 'connect and cost', lines: detail, keep: (boots ? 1 : 2) + ends.length }]),
    ...(reach.length === 0 ? [] : [{ title: 'addresses', lines: reach, keep: 1 }]),
    {
      title: 'what happened',
      lines: eventLines({ history, watch, rescue: rescue.rescue, limits: inherited, timeZone, glyphs }),
      keep: 1,
    },
  ];
}

export const instance: ScreenDef<'instance'> = {
  title: ({ id }, instances) => {
    const label = instances.find((row) => row.id === id)?.label?.trim() ?? '';
    return label === '' ? String(id) : `${id} ${cut(label, crumbCells)}`;
  },
  needs: 'api-key',
  actions: [...instanceActs, ...ownActs],
  View: InstanceView,
};
