import { epochMs } from '../base/format-time.ts';
import type { ListReply, ScheduledJob } from '../client/wire.ts';
import { ownTimeOf } from '../engine/auto-stop/limit-desk.ts';
import { momentWords } from '../engine/auto-stop/limit-when.ts';
import { limitWords } from '../engine/auto-stop/limit-words.ts';
import { type LimitAct, limitsOf } from '../engine/auto-stop/limits.ts';
import { jobThatDoes } from '../engine/auto-stop/scheduled-limit.ts';
import { dataOf, type Loadable } from '../engine/loadable.ts';
import { missingWords } from '../engine/missing-rows.ts';
import { listRefused, notOffered } from '../engine/not-offered.ts';
import { whyFailing } from '../engine/read-health.ts';
import { useScheduledJobs } from './resources.ts';
import { useDeck } from './use-deck.ts';
import { useOpenLimits } from './use-journal.ts';

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
  return `${read.last === undefined ? 'not known' : 'as read before'} (${whyFailing(read.error)})`;
}

/** What is set for these instances, here and on the service; `now` is epoch ms by the service's clock. */
export function useStanding(ids: readonly number[], now: number, sep: string): Standing {
  const deck = useDeck();
  const { services } = deck;
  const open = useOpenLimits();
  const read = useScheduledJobs();
  const jobs = dataOf(read)?.rows ?? [];
  const jobOf = (act: LimitAct, id: number) => jobThatDoes(jobs, id, act, now);
  const withOne = (act: LimitAct) =>
    ids.filter((id) => limitsOf(open, id).some((limit) => limit.act === act) || jobOf(act, id) !== undefined);
  const linesOf = (id: number): string[] => {
    const limits = limitsOf(open, id);
    const ours = limits.map((limit) =>
      limitWords(limit, {
        ...{ now, timeZone: services.timeZone, sep },
        ...{ meter: deck.limits.meters.get(limit.limit), own: ownTimeOf(deck, limit) },
      }),
    );
    const others = acts.flatMap((act) => {
      const job = jobOf(act, id);
      if (job === undefined || limits.some(({ job_id }) => job_id === job.id)) return [];
      const from =
        job.start_time === undefined
          ? ''
          : `, from ${momentWords(epochMs(job.start_time), now, services.timeZone)}`;
      return [
        `${act === 'stop' ? 'stops' : 'is destroyed'} by job ${job.id} of the service${from}, set elsewhere`,
      ];
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
        ? 'This key may not set scheduled jobs: it most likely lacks instance_read or instance_write.'
        : 'This service has no scheduled jobs.'
      : undefined,
  };
}
