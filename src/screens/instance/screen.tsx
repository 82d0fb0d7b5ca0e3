import { Box } from 'ink';
import { useEffect } from 'react';
import { cut } from '../../cells.ts';
import type { Instance } from '../../client/wire.ts';
import { Rule } from '../../components/header.tsx';
import { Line } from '../../components/line.tsx';
import { TroubleLine } from '../../components/trouble-line.tsx';
import { bootTimeline, readInstance } from '../../domain/lifecycle.ts';
import { useDeck, useSession } from '../../hooks/deck.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { pollSeconds } from '../../hooks/polling.ts';
import { keys, useInstance, useInstances } from '../../hooks/resources.ts';
import { useBootHistory } from '../../hooks/use-boot-history.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useLimitParts } from '../../hooks/use-limit-parts.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { dataOf } from '../../loadable.ts';
import type { Parts } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import { instanceDetail } from '../instances/detail.ts';
import type { ScreenDef } from '../screen.ts';
import { absent } from './absent.ts';
import { bootLines, eventLines } from './boot.ts';

/** A label in the title line is cut here, so that the trail before it and the profile after it stay whole. */
const crumbCells = 30;

/** Polling ends when there is nothing more to learn: it runs, it is gone, or it will never run. */
const pollEvery = (instance: Instance | null | undefined): number => {
  if (instance === null || instance === undefined) return pollSeconds.boot;
  const { kind, neverRuns } = readInstance(instance);
  if (neverRuns) return pollSeconds.instances;
  return kind === 'running' || kind === 'stopped' ? 0 : pollSeconds.boot;
};

function InstanceView({ route: { id } }: { route: { screen: 'instance'; id: number } }) {
  const deck = useDeck();
  const session = useSession();
  const { glyphs } = useTheme();
  const body = useBody();
  const now = useNow();
  const list = useInstances();
  const listed = dataOf(list)?.instances.find((row) => row.id === id);
  const read = useInstance(id, (data) => pollEvery(data));
  const one = dataOf(read);
  const oneAt = deck.freshAt.get(keys.instance(id)) ?? 0;
  const listAt = deck.freshAt.get(keys.instances) ?? 0;
  // Reading it alone ends with its boot, the list goes on; whichever was read last is the record as it is now.
  const listIsNewer = listAt > oneAt;
  const byList = listed !== undefined && (one === undefined || one === null || listIsNewer);
  const instance = byList ? listed : one;
  const nextPoll = pollEvery(one);
  const rest = nextPoll === 0 && read.state !== 'failed';
  const { trouble, old, again } = useShownRead(
    rest ? keys.instances : keys.instance(id),
    rest ? list : read,
    'Record',
  );
  // What stands here and what the money line counts by must not contradict each other for longer than a read takes.
  const differ = one !== undefined && listed?.actual_status !== one?.actual_status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each difference, not at each render
  useEffect(() => {
    if (differ) (listIsNewer ? read : list).refresh();
  }, [differ, one?.actual_status, listed?.actual_status]);
  const history = useBootHistory(id, one);
  const acts = useInstanceActs(instance ?? undefined);
  useScreenLayer<InstanceAct>(acts);

  const ends = useLimitParts(instance, glyphs.sep);
  const timeZone = deck.services.timeZone;
  const watch =
    session &&
    deck.services
      .watches(session)
      .list()
      .find((row) => row.id === id);
  const head: Parts[] =
    instance === null || instance === undefined
      ? absent({
          id,
          asked: one === null,
          gone: deck.destroyed.has(id) || history.seen.length > 0,
          created: watch !== undefined,
          read,
          again,
          glyphs,
        })
      : [];
  const timeline = bootTimeline(history, now);
  const lines: (Parts | 'rule' | { rule: string })[] = [
    ...head,
    ...(instance
      ? [
          ...bootLines({
            instance,
            timeline,
            now,
            glyphs,
            timeZone,
            checkedAt: byList ? listAt : oneAt,
            nextPoll,
            columns: body.columns,
          }),
          { rule: 'connect and cost' },
          ...instanceDetail(instance, now, glyphs, timeZone, ends).map((parts): Parts => ['    ', ...parts]),
        ]
      : []),
    { rule: 'what happened' },
    ...eventLines({ history, watch, now, timeZone, glyphs }),
  ];
  const warning = instance ? trouble : [];
  return (
    <Box flexDirection="column">
      <TroubleLine words={warning} columns={body.columns} />
      {lines.slice(0, body.rows - (warning.length === 0 ? 0 : 1)).map((line, index) =>
        typeof line === 'object' && 'rule' in line ? (
          <Rule key={line.rule} columns={body.columns} title={line.rule} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
          <Line key={index} parts={line as Parts} columns={body.columns} dimmed={old} />
        ),
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
  actions: instanceActs,
  View: InstanceView,
};
