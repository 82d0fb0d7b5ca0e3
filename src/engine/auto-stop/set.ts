import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { Instance, ScheduledJob } from '../../client/wire.ts';
import type { Engine } from '../engine.ts';
import { listed } from '../missing-rows.ts';
import { instanceBurn } from '../money/instance-burn.ts';
import { unkeptWords } from '../note-down.ts';
import { keys } from '../read-keys.ts';
import { saysNotThere } from '../refusals.ts';
import { isUnclear } from '../write-advice.ts';
import { jobThatDoes, limitJob, limitsOf, type OpenLimit, openLimits } from './rules.ts';

export type LimitWish = Pick<OpenLimit, 'act' | 'kept'> & { until?: number; budget?: number };

/**
 * Sets the same limit on each instance, one after the other. Each outcome is reported before the next one, and a
 * failure doesn't stop the others.
 */
export async function setLimits(engine: Engine, rows: readonly Instance[], wish: LimitWish): Promise<void> {
  for (const row of rows) await setLimit(engine, row, wish);
}

/** Removes the limit of this act from each instance. `jobOf` is the job of one that has no limit of ours. */
export async function callOffLimits(
  engine: Engine,
  rows: readonly Instance[],
  { act, jobOf }: { act: OpenLimit['act']; jobOf: (id: number) => ScheduledJob | undefined },
): Promise<void> {
  for (const row of rows) await callOffLimit(engine, row, act, jobOf(row.id));
}

const openLimit = ({ journal }: Engine, id: number, act: OpenLimit['act']): OpenLimit | undefined =>
  limitsOf(openLimits(journal.events()), id).find((limit) => limit.act === act);

/** Sets a limit in place of the one of the same act. */
async function setLimit(engine: Engine, row: Instance, wish: LimitWish): Promise<void> {
  const { client, clock, agents } = engine;
  const { act, kept, until, budget } = wish;
  const was = openLimit(engine, row.id, act);
  try {
    const job_id =
      kept === 'service' && until !== undefined
        ? await putJob(client, { id: row.id, act, until, now: clock.now() }, was?.job_id)
        : undefined;
    // The provider must not also do what rigdeck enforces now.
    if (kept === 'here' && was?.job_id !== undefined) await dropJob(client, was.job_id);
    const at = clock.now();
    const chance = Math.floor(engine.random() * 36 ** 4).toString(36);
    await keep(engine, row, {
      // Limits of several instances are created within one millisecond: the instance ID keeps them apart.
      ...{ t: 'limit', limit: `${at.toString(36)}-${chance}-${row.id}`, at, own_at: engine.own() },
      ...{ id: row.id, act, kept },
      ...(until === undefined ? {} : { until }),
      ...(budget === undefined ? {} : { budget }),
      ...(job_id === undefined ? {} : { job_id }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    agents.autoStop.say({ what: 'not-set', act, row, error });
  } finally {
    if (kept === 'service' || was?.job_id !== undefined) void engine.reads.refresh(keys.scheduledJobs);
  }
}

async function keep(engine: Engine, row: Instance, limit: OpenLimit): Promise<void> {
  const { journal, agents } = engine;
  const perHour = limit.budget === undefined ? undefined : (instanceBurn(row).perHour ?? 0);
  agents.autoStop.input({ set: limit, ...(perHour === undefined ? {} : { perHour }) });
  const noted = await journal.append(limit);
  if (perHour !== undefined) {
    const { limit: id, own_at: at = limit.at } = limit;
    const spent = { t: 'limit-spent', limit: id, at, dollars: 0, per_hour: perHour } as const;
    // A limit that is not on disk needs no message about its meter.
    await (noted.ok ? engine.note(spent) : journal.append(spent));
  }
  agents.autoStop.say({ what: 'set', row, limit, noted });
}

/** Removes a limit and its provider job. `job` is one that exists without a limit of ours. */
async function callOffLimit(
  engine: Engine,
  row: Instance,
  act: OpenLimit['act'],
  job: ScheduledJob | undefined,
): Promise<void> {
  const { client, journal, agents } = engine;
  const limit = openLimit(engine, row.id, act);
  const job_id = limit?.job_id ?? job?.id;
  try {
    if (job_id !== undefined) await dropJob(client, job_id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return agents.autoStop.say({ what: 'not-called-off', act, row, error });
  } finally {
    if (job_id !== undefined) void engine.reads.refresh(keys.scheduledJobs);
  }
  if (limit !== undefined) {
    const at = engine.clock.now();
    const ended = { t: 'limit-ended', limit: limit.limit, at, why: 'called-off' } as const;
    const noted = await journal.append(ended);
    const again = noted.ok ? undefined : unkeptWords(ended, journal.events(), journal.unkept());
    // An end that is not on disk is no end: the next start would act on the limit.
    if (!noted.ok && again !== undefined)
      return agents.autoStop.say({ what: 'off-for-now', act, row, again, message: noted.message });
  }
  agents.autoStop.say({ what: 'called-off', row, act });
}

type Job = { id: number; act: OpenLimit['act']; until: number; now: number };

/** The ID of the job, created or changed once. After a lost answer the job is looked up in the list. */
export async function putJob(client: Client, job: Job, known?: number): Promise<number> {
  const { id, act, until, now } = job;
  const body = limitJob(id, act, until);
  const jobs = () => client.listScheduledJobs();
  try {
    if (known !== undefined && listed(await jobs(), known) !== false) {
      await client.updateScheduledJob(known, body);
      return known;
    }
    return (await client.createScheduledJob(body)).scheduled_job_id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A list that can't be read says nothing about the job: report the error of the request itself.
    const there =
      error.status === 422 || isUnclear(error)
        ? await jobs().then(({ rows }) => jobThatDoes(rows, id, act, now), unreadable)
        : undefined;
    if (there === undefined) throw error;
    // A job that already exists is changed, no matter who set it: the user has just said what should happen.
    if (error.status === 422) await client.updateScheduledJob(there.id, body);
    else if (there.start_time !== body.start_time) throw error;
    return there.id;
  }
}

function unreadable(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** A job that no longer exists counts as removed. */
export async function dropJob(client: Client, id: number): Promise<void> {
  await client.deleteScheduledJob(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !saysNotThere(error)) throw error;
  });
}
