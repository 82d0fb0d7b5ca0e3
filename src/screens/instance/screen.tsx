import { Box } from 'ink';
import { useEffect } from 'react';
import type { Instance } from '../../client/wire.ts';
import { Rule } from '../../components/header.tsx';
import { Line } from '../../components/line.tsx';
import { bootTimeline, readInstance } from '../../domain/lifecycle.ts';
import { useDeck, useSession } from '../../hooks/deck.ts';
import { pollSeconds } from '../../hooks/polling.ts';
import { keys, useInstance, useInstances } from '../../hooks/resources.ts';
import { useBootHistory } from '../../hooks/use-boot-history.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from '../../hooks/use-instance-acts.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { dataOf } from '../../loadable.ts';
import type { Parts } from '../../parts.ts';
import { useTheme } from '../../theme.ts';
import { instanceDetail } from '../instances/detail.ts';
import type { ScreenDef } from '../screen.ts';
import { absent } from './absent.ts';
import { bootLines, eventLines } from './boot.ts';

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
  // The list is read more often once a boot is over; whichever is there is the same record.
  const instance = one ?? listed;
  // The money line counts by the list: it must not lag behind what stands here.
  const isBehind = one !== undefined && listed?.actual_status !== one?.actual_status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each difference, not at each render
  useEffect(() => {
    if (isBehind) list.refresh();
  }, [isBehind, one?.actual_status]);
  const history = useBootHistory(id, instance);
  const acts = useInstanceActs(instance ?? undefined, { destroyed: () => deck.go({ go: 'back' }) });
  useScreenLayer<InstanceAct>(acts);

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
          glyphs,
        })
      : [];
  const timeline = bootTimeline(history, now);
  const nextPoll = instance ? pollEvery(instance) : pollSeconds.boot;
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
            checkedAt: deck.freshAt.get(keys.instance(id)),
            nextPoll,
            columns: body.columns,
          }),
          { rule: 'connect and cost' },
          ...instanceDetail(instance, now, glyphs, timeZone).map((parts): Parts => ['    ', ...parts]),
        ]
      : []),
    { rule: 'what happened' },
    ...eventLines({ history, watch, now, timeZone, glyphs }),
  ];
  return (
    <Box flexDirection="column">
      {lines.slice(0, body.rows).map((line, index) =>
        typeof line === 'object' && 'rule' in line ? (
          <Rule key={line.rule} columns={body.columns} title={line.rule} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
          <Line key={index} parts={line as Parts} columns={body.columns} />
        ),
      )}
    </Box>
  );
}

export const instance: ScreenDef<'instance'> = {
  title: ({ id }) => String(id),
  needs: 'api-key',
  actions: instanceActs,
  View: InstanceView,
};
