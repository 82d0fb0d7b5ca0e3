import { useMemo } from 'react';
import type { Parts } from '../base/parts.ts';
import type { Instance, ListReply, ScheduledJob } from '../client/wire.ts';
import { contractEndWords, followWords, jobWords, limitWords } from '../engine/auto-stop/messages.ts';
import {
  breakOf,
  contractEnd,
  dueOf,
  jobThatDoes,
  type LimitAct,
  limitsOf,
  type OpenLimit,
  openLimits,
} from '../engine/auto-stop/rules.ts';
import { missingWords } from '../engine/missing-rows.ts';
import { dearerWords } from '../engine/money/agreed-price.ts';
import { dataOf, type Loadable, whyFailing } from '../engine/read-health.ts';
import { listRefused, notOffered } from '../engine/refusals.ts';
import { partsText } from '../tui/text/parts.ts';
import { useStore } from '../tui/use-store.ts';
import { useScheduledJobs } from './resources.ts';
import { useDearer } from './use-dearer.ts';
import { useDeck } from './use-deck.ts';
import { useJournal } from './use-journal.ts';
import { useShownNow } from './use-now.ts';

/** The limits of the account that stand; the component redraws when one is set, changed or ends. */
function useOpenLimits(): readonly OpenLimit[] {
  const events = useJournal();
  return useMemo(() => openLimits(events), [events]);
}

/** What a limit goes by beside the service's time: our own, and what of its budget is spent. */
function useMeasured() {
  const deck = useDeck();
  const engine = useStore(deck.engine);
  return ({ limit }: OpenLimit) => {
    const { meter, thisRun = false } = engine?.agents.autoStop.state().runs.get(limit) ?? {};
    return { meter, own: { now: deck.own(), thisRun } };
  };
}

/** The limits of an instance that were set on the one whose place it took: since when (epoch ms), and what they say. */
export function useInheritedLimits(id: number): readonly { at: number; text: string }[] {
  const { timeZone } = useDeck().services;
  const events = useJournal();
  return limitsOf(useOpenLimits(), id).flatMap((limit) => {
    const at = breakOf(events, limit)?.to;
    if (at === undefined) return [];
    return [{ at, text: followWords(limit, { now: at, timeZone }) }];
  });
}

/**
 * What is to be known of an instance before anything else, a line each: that it costs more than was agreed to, and what
 * ends it by itself, its limits and its contract where that ends within a day.
 */
export function useLimitParts(instance: Instance | null | undefined, sep: string): readonly Parts[] {
  const deck = useDeck();
  const isSignedIn = useStore(deck.session) !== undefined;
  const open = useOpenLimits();
  const measured = useMeasured();
  const dearer = useDearer().get(instance?.id ?? 0);
  const { timeZone } = deck.services;
  const partsAt = (now: number): readonly Parts[] => {
    if (instance === null || instance === undefined || !isSignedIn) return [];
    const limits = limitsOf(open, instance.id).map((limit): Parts => {
      const { meter, own } = measured(limit);
      const near = dueOf(limit, now, meter, own).is !== 'waiting';
      return [[limitWords(limit, { now, timeZone, sep, meter, own }), near ? 'warn' : 'plain']];
    });
    const end = contractEnd(instance, now);
    const price: Parts[] = dearer === undefined ? [] : [[[`It ${dearerWords(dearer)}`, 'warn']]];
    const contract: Parts[] = end === undefined ? [] : [[[contractEndWords(end, now, timeZone), 'warn']]];
    return [...price, ...limits, ...contract];
  };
  return partsAt(useShownNow((now) => partsText(partsAt(now).flat())));
}

export type Standing = {
  /** A line for each limit of the instances, and for each job that stands on the service without one. */
  lines: readonly string[];
  has(act: LimitAct): boolean;
  /** The instances that have one. */
  withOne(act: LimitAct): readonly number[];
  /** The job on the service that does it, whoever has set it. */
  jobOf(act: LimitAct, id: number): ScheduledJob | undefined;
  /** Why the jobs on the service are not known, in a few words; undefined unless reading them failed. */
  unread: string | undefined;
  /** They are asked for, for the first time. */
  isAsked: boolean;
  /** Why the service can do nothing by itself, in a sentence. */
  refusal: string | undefined;
};

const acts: readonly LimitAct[] = ['stop', 'destroy'];

function unreadWords(read: Loadable<ListReply<ScheduledJob>>): string | undefined {
  const { missing = 0 } = dataOf(read) ?? {};
  if (read.state === 'ready' && missing > 0) return missingWords(missing, 'job');
  if (read.state !== 'failed' || notOffered(read.error)) return undefined;
  return `${read.last === undefined ? 'unknown' : 'may be outdated'} (${whyFailing(read.error)})`;
}

/** What is set for these instances, here and on the service; `now` is epoch ms by the service's clock. */
export function useStanding(ids: readonly number[], now: number, sep: string): Standing {
  const { timeZone } = useDeck().services;
  const open = useOpenLimits();
  const measured = useMeasured();
  const read = useScheduledJobs();
  const jobs = dataOf(read)?.rows ?? [];
  const jobOf = (act: LimitAct, id: number) => jobThatDoes(jobs, id, act, now);
  const withOne = (act: LimitAct) =>
    ids.filter((id) => limitsOf(open, id).some((limit) => limit.act === act) || jobOf(act, id) !== undefined);
  const linesOf = (id: number): string[] => {
    const limits = limitsOf(open, id);
    const ours = limits.map((limit) => limitWords(limit, { now, timeZone, sep, ...measured(limit) }));
    const others = acts.flatMap((act) => {
      const job = jobOf(act, id);
      if (job === undefined || limits.some(({ job_id }) => job_id === job.id)) return [];
      return [jobWords(act, job, now, timeZone)];
    });
    return [...ours, ...others].map((line) => (ids.length === 1 ? line : `${id} ${line}`));
  };
  const missing = read.state === 'failed' && (read.error.status === 401 || listRefused(read.error));
  return {
    lines: ids.flatMap(linesOf),
    has: (act) => withOne(act).length > 0,
    withOne,
    jobOf,
    unread: unreadWords(read),
    isAsked: read.state === 'loading',
    refusal: missing
      ? read.error.status === 403 || read.error.status === 401
        ? "This key can't set scheduled jobs (probably needs instance_read and instance_write)."
        : 'The provider has no scheduled jobs.'
      : undefined,
  };
}
