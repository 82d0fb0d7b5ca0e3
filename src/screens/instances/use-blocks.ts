import type { Parts } from '../../base/parts.ts';
import { bootTimeline, readInstance } from '../../engine/instances/lifecycle.ts';
import { spentFigure } from '../../engine/money/money.ts';
import { useAnswerAge } from '../../hooks/use-answer-age.ts';
import { useBootHistory } from '../../hooks/use-boot-history.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useInheritedLimits, useLimitParts } from '../../hooks/use-limits.ts';
import { useToldNow } from '../../hooks/use-now.ts';
import type { RescueView } from '../../hooks/use-rescue.ts';
import { useSpent } from '../../hooks/use-spent.ts';
import { useWorkersSeen } from '../../hooks/use-workers-seen.ts';
import { wrapParts } from '../../tui/text/wrap-parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { absent } from './absent.ts';
import { bootLines } from './boot.ts';
import { instanceDetail } from './detail.ts';
import type { Block } from './fold.ts';
import { reachLines } from './reach-lines.ts';
import { rescueLines } from './rescue-lines.ts';
import type { InstanceRecord } from './use-record.ts';
import { eventLines } from './what-happened.ts';

/** On fewer rows than these a plan is said in two lines. */
const roomyFrom = 14;

/** What stands on the screen, block by block: how it is, what becomes of a boot that fails, how to reach it, what happened. */
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
      lines: eventLines({ history, watch, rescue: rescue.rescue, limits: inherited, now, timeZone, glyphs }),
      keep: 1,
    },
  ];
}
