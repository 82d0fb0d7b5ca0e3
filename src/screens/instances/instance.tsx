import { Box } from 'ink';
import { useEffect, useRef } from 'react';
import { cut } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { bootTimeline } from '../../engine/instances/boot.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { instanceNoun } from '../../engine/instances/writes.ts';
import { type ActionId, type Binding, type MoveAction, moveActions } from '../../engine/keymap.ts';
import { spentFigure } from '../../engine/money/money.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { pollSeconds } from '../../engine/reads.ts';
import { isNotListed, saysNotThere } from '../../engine/refusals.ts';
import { useAnswerAge, useShownRead } from '../../hooks/live-reads.ts';
import { useInstance, useInstances } from '../../hooks/resources.ts';
import { useBootHistory } from '../../hooks/use-boot-history.ts';
import { useDeck, useServices, useSession } from '../../hooks/use-deck.ts';
import { useInheritedLimits, useLimitParts } from '../../hooks/use-limits.ts';
import { useTicking, useToldNow } from '../../hooks/use-now.ts';
import { instanceValues, useOwnCommands } from '../../hooks/use-own-commands.ts';
import { type RescueView, useRescue } from '../../hooks/use-rescue.ts';
import { useScroll } from '../../hooks/use-scroll.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { useLayer, useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Line } from '../../tui/text/line.tsx';
import { moreLine } from '../../tui/text/more-line.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { wrapParts } from '../../tui/text/wrap-parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { scrollHint } from '../scrolled.ts';
import { type InstanceAct, instanceActs, useInstanceActs } from './acts.tsx';
import { instanceDetail } from './columns.ts';
import { absent, absentReason, type Block, bootLines, scrolledBlocks } from './instance-blocks.ts';
import { eventLines, reachLines, rescueLines } from './instance-lines.ts';

/** Polling ends when there is nothing more to learn: it is running, it is gone, or it will never run. */
const pollEvery = (instance: Instance | null | undefined): number => {
  if (instance === null || instance === undefined) return pollSeconds.boot;
  const { kind, neverRuns } = readInstance(instance);
  if (neverRuns) return pollSeconds.instances;
  return kind === 'running' || kind === 'stopped' ? 0 : pollSeconds.boot;
};

export type InstanceRecord = {
  /** As last read, alone or in the list. Null if the provider has no record of it. */
  instance: Instance | null | undefined;
  /** As last read alone. An instance that existed is null only if a whole list confirms that it is gone. */
  alone: Instance | null | undefined;
  /** It existed, and is gone. */
  gone: boolean;
  read: Loadable<Instance | null>;
  /** The read that `instance` is from, and when (epoch ms). */
  checked(): { key: string; at: number };
  /** Seconds until it is next read alone, 0 if it is not. */
  nextPoll: number;
  trouble: readonly string[];
  old: boolean;
  again: string | undefined;
};

/** Keeps one instance fresh: read alone while it boots, in the list after that. */
export function useInstanceRecord(id: number): InstanceRecord {
  const deck = useDeck();
  const list = useInstances();
  const listed = dataOf(list)?.instances.find((row) => row.id === id);
  // After a rent, no record means not yet. Once there was one, it means gone: there is nothing left to request.
  const wasThere = useRef<number>(undefined);
  const isRemoved = () => deck.engine.get()?.writes.reconciler.isRemoved(instanceNoun, id) === true;
  const hasBeen = () => wasThere.current === id || isRemoved() || deck.boots.get().has(id);
  const readAt = (key: string): number => deck.reads.askedAt(key) ?? 0;
  // Null means gone, or is a mistake: only a whole list that is no older tells which.
  const isGone = () =>
    hasBeen() &&
    list.state === 'ready' &&
    isNotListed(list.data, id) &&
    (isRemoved() || readAt(keys.instances) >= readAt(keys.instance(id)));
  const wanted = (data: Instance | null | undefined): number =>
    data === null && isGone() ? 0 : pollEvery(data);
  const read = useInstance(id, wanted);
  const last = dataOf(read);
  if (listed !== undefined || (last !== undefined && last !== null)) wasThere.current = id;
  // Reading it alone ends with its boot; the list continues. Whichever was read last is the current record. An
  // unchanged answer draws nothing, so its time is looked up on each call.
  const listIsNewer = () => readAt(keys.instances) > readAt(keys.instance(id));
  // No record of an instance that existed: only a whole list read after that shows that it is gone
  // (engine/refusals.ts).
  const noRecord = read.state === 'failed' ? saysNotThere(read.error) : last === null;
  // An unchanged list draws nothing, but still confirms.
  useTicking(() => (noRecord ? readAt(keys.instances) : 0));
  const isLater = readAt(keys.instances) >= readAt(keys.instance(id));
  const isMissing = noRecord && list.state === 'ready' && isNotListed(list.data, id) && isLater && hasBeen();
  const isOpen = noRecord && listed === undefined && !isMissing && hasBeen();
  const one = isMissing ? null : isOpen && last === null ? undefined : last;
  const byList = () => listed !== undefined && (one === undefined || one === null || listIsNewer());
  const nextPoll = wanted(one);
  const rest = nextPoll === 0 && (isMissing || read.state !== 'failed');
  const { trouble, old, again } = useShownRead(
    rest ? keys.instances : keys.instance(id),
    rest ? list : read,
    'Record',
  );
  // This screen and the money line must not contradict each other for longer than a read takes.
  const differ = one !== undefined && listed?.actual_status !== one?.actual_status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each difference, not at each render
  useEffect(() => {
    if (!differ) return;
    const [older, newer] = listIsNewer()
      ? [keys.instance(id), keys.instances]
      : [keys.instances, keys.instance(id)];
    // A read in flight that was requested no earlier than the newer one will do: no second request.
    const { ms } = deck.reads.underWay(older) ?? {};
    if (ms === undefined || deck.services.clock.now() - ms < readAt(newer)) void deck.reads.refresh(older);
  }, [differ, one?.actual_status, listed?.actual_status]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, then as often as the list is read anyway
  useEffect(() => {
    if (isOpen) list.refresh();
  }, [isOpen]);
  return {
    instance: byList() ? listed : one,
    alone: one,
    gone: isMissing && listed === undefined,
    read,
    checked() {
      const key = byList() ? keys.instances : keys.instance(id);
      return { key, at: readAt(key) };
    },
    nextPoll,
    trouble,
    old,
    again,
  };
}

/** With fewer rows than this, a plan takes two lines. */
const roomyFrom = 14;

/** The screen, block by block: the state, what happens if the boot fails, how to reach it, the history. */
export function useBlocks(id: number, record: InstanceRecord, rescue: RescueView): Block[] {
  const deck = useDeck();
  const session = useSession();
  const { glyphs, spoken } = useTheme();
  const body = useBody();
  const { now, tells } = useToldNow();
  const ageOf = useAnswerAge();
  const { timeZone, watches } = deck.services;
  const { instance, alone, read, again, checked, nextPoll } = record;
  const history = useBootHistory(id, alone);
  const { keyName } = deck;
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
  const hasRun = history.seen.some(({ status }) => status === 'running');
  const headAt = (at: number): Block => {
    const { key, at: readAt } = checked();
    return instance
      ? {
          lines: bootLines({
            instance,
            timeline: bootTimeline(history, at),
            age: ageOf(key, readAt, at),
            next: nextPoll === 0 ? undefined : Math.max(0, readAt + nextPoll * 1000 - at),
            ...{ now: at, glyphs, keyName, timeZone, columns: body.columns, hasRun, spoken },
          }),
          keep: 5,
        }
      : {
          lines: absent({
            ...{ id, asked: alone === null, gone: record.gone, read, again, glyphs, keyName },
            created: watch !== undefined,
          }),
          keep: 2,
        };
  };
  const detailAt = (at: number): Parts[] =>
    instance
      ? instanceDetail(instance, glyphs, deck, {
          now: at,
          spent: spent.of(instance, at),
          ends,
          workers,
        }).flatMap((parts) => wrapParts(parts, body.columns - 5).map((line): Parts => ['    ', ...line]))
      : [];
  const [head, detail] = [headAt(now), detailAt(now)];
  tells((at) => JSON.stringify([headAt(at).lines, instance && spentFigure(spent.of(instance, at))]));
  const reach = instance ? reachLines(instance, glyphs, keyName) : [];
  const plan = rescueLines(rescue, {
    sep: glyphs.sep,
    short: body.rows < roomyFrom,
    columns: body.columns,
    rescueKey: keyName('instance.rescue'),
  });
  // Without a record, only what is already in progress.
  const underWay = rescue.rescue !== undefined && rescue.rescue.phase !== 'watching';
  const showsPlan = instance
    ? boots || kind === 'exited' || kind === 'unknown' || kind === 'offline'
    : underWay;
  return [
    head,
    ...(showsPlan && plan.length > 0 ? [{ title: 'If boot fails', lines: plan, keep: 2 }] : []),
    ...(detail.length === 0
      ? []
      : [{ title: 'Connection and cost', lines: detail, keep: (boots ? 1 : 2) + ends.length }]),
    ...(reach.length === 0 ? [] : [{ title: 'Addresses', lines: reach, keep: 1 }]),
    {
      title: 'History',
      lines: eventLines({ history, watch, rescue: rescue.rescue, limits: inherited, now, timeZone, glyphs }),
      keep: 1,
    },
  ];
}

/** Max width of a label in the title line, to keep the trail before it and the profile after it whole. */
const crumbCells = 30;

const ownActs = ['instance.rescue'] as const satisfies readonly ActionId[];

/** The same keys, all blocked for this reason if there is one. */
const blockedBy = <B extends Record<string, Binding>>(bindings: B, why: string | undefined): B =>
  why === undefined
    ? bindings
    : (Object.fromEntries(
        Object.entries(bindings).map(([action, binding]) => [action, { ...binding, blocked: why }]),
      ) as B);

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
  const acts = useInstanceActs(instance);
  const { sshUser } = useServices();
  useOwnCommands('instance', instance && instanceValues(instance, sshUser));
  const why = instance ? undefined : absentReason({ ...record, id, asked: record.alone === null, keyName });
  useScreenLayer<InstanceAct | MoveAction | (typeof ownActs)[number]>({
    ...blockedBy(acts, why),
    ...scroll.bindings(last, rows),
    // This key cancels a rescue that has started, with or without a record.
    'instance.rescue':
      callOff === undefined && why !== undefined ? { ...rescue.key, blocked: why } : rescue.key,
  });
  // On top of its own keys: once a rescue has started, Esc cancels it before it leads anywhere.
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
