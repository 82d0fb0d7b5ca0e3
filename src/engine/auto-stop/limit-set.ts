import { ApiError } from '../../client/errors.ts';
import type { Instance, ScheduledJob } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import { instanceName } from '../instances/names.ts';
import { saysNotThere } from '../known-gone.ts';
import { listed } from '../missing-rows.ts';
import { instanceBurn } from '../money/money.ts';
import { noteDown } from '../note-down.ts';
import { keys } from '../read-keys.ts';
import { reportFailure } from '../report-failure.ts';
import type { Session } from '../services.ts';
import { unkeptWords } from '../unkept-words.ts';
import { isUnclear } from '../write-advice.ts';
import { limitId } from './limit-desk.ts';
import { keptWords, whenWords } from './limit-words.ts';
import { limitsOf, type OpenLimit, openLimits } from './limits.ts';
import { jobThatDoes, limitJob, serviceHour } from './scheduled-limit.ts';

export type LimitWish = Pick<OpenLimit, 'act' | 'kept'> & { until?: number; budget?: number };

/** The same limit for each of them, one after the other: what comes of one is said before the next, and stops none. */
export async function setLimits(
  deck: Deck,
  session: Session,
  rows: readonly Instance[],
  wish: LimitWish,
): Promise<void> {
  for (const row of rows) await setLimit(deck, session, row, wish);
}

/** Calls off what stands of this act for each of them; `jobOf` is the job of one that has no limit of ours. */
export async function callOffLimits(
  deck: Deck,
  session: Session,
  rows: readonly Instance[],
  { act, jobOf }: { act: OpenLimit['act']; jobOf: (id: number) => ScheduledJob | undefined },
): Promise<void> {
  for (const row of rows) await callOffLimit(deck, session, row, act, jobOf(row.id));
}

/** Sets a limit in the place of the one of the same act, says so, and says when that failed. */
async function setLimit(deck: Deck, session: Session, row: Instance, wish: LimitWish): Promise<void> {
  const { act, kept, until, budget } = wish;
  const name = instanceName(row);
  const was = openLimit(deck, session, row.id, act);
  try {
    const job_id =
      kept === 'service' && until !== undefined
        ? await putJob(session, row.id, act, until, deck.services.clock.now(), was?.job_id)
        : undefined;
    // What is kept here now must not be done by the service as well.
    if (kept === 'here' && was?.job_id !== undefined) await dropJob(session, was.job_id);
    const at = deck.services.clock.now();
    // Limits of several instances are made within one millisecond: the id of the instance keeps them apart.
    const limit: OpenLimit = {
      ...{ t: 'limit', limit: `${limitId(at, deck.services.random)}-${row.id}`, at, own_at: deck.own() },
      ...{ id: row.id, act, kept },
      ...(until === undefined ? {} : { until }),
      ...(budget === undefined ? {} : { budget }),
      ...(job_id === undefined ? {} : { job_id }),
    };
    await keep(deck, session, limit, row);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reportFailure(deck, `Limit of ${name}`, error);
  } finally {
    if (kept === 'service' || was?.job_id !== undefined) void deck.reads.refresh(keys.scheduledJobs);
  }
}

async function keep(deck: Deck, session: Session, limit: OpenLimit, row: Instance): Promise<void> {
  const { timeZone } = deck.services;
  const journal = deck.services.journal(session);
  deck.limits.thisRun.add(limit.limit);
  const noted = await journal.append(limit);
  if (limit.budget !== undefined) {
    const { limit: id, own_at: at = limit.at } = limit;
    const perHour = instanceBurn(row).perHour ?? 0;
    deck.limits.meters.set(id, { at, dollars: 0, perHour });
    const spent = { t: 'limit-spent', limit: id, at, dollars: 0, per_hour: perHour } as const;
    // A limit that is not on the disk needs no word about its meter.
    await (noted.ok ? noteDown(deck, session, spent) : journal.append(spent));
  }
  const words = `${whenWords(limit, { now: limit.at, timeZone })}, ${keptWords[limit.kept]}`;
  if (noted.ok) return deck.messages.say('info', `${instanceName(row)} ${words}`);
  const lost =
    limit.kept === 'here'
      ? 'it is not on disk and ends with this run'
      : 'it is not on disk, so only the service knows';
  deck.messages.say('warn', `${instanceName(row)} ${words}; ${lost}: ${noted.message}`);
}

/**
 * Makes the job of a limit for the machine that a rescue has rented in the place of its own. Where the service takes
 * none, rigdeck keeps the limit itself, and says so.
 */
export async function moveJob(deck: Deck, session: Session, limit: OpenLimit): Promise<void> {
  const { jobOf: _, first: __, job_id: old, ...same } = limit;
  const at = deck.services.clock.now();
  const until = serviceHour(limit.until ?? at, at);
  try {
    const job_id = await putJob(session, limit.id, limit.act, until, at, undefined);
    await noteDown(deck, session, { ...same, at, own_at: deck.own(), until, job_id });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reportFailure(deck, `Limit of ${limit.id} on the service`, error);
    deck.limits.thisRun.add(limit.limit);
    await noteDown(deck, session, { ...same, at, own_at: deck.own(), kept: 'here' });
    deck.messages.say(
      'warn',
      `The limit of ${limit.id} is ${keptWords.here} from now on; ${deck.keyName('instance.limit')} changes it`,
    );
  } finally {
    if (old !== undefined) await dropJob(session, old).catch(() => {});
    void deck.reads.refresh(keys.scheduledJobs);
  }
}

/** The id of the job that does it, made or changed once; an answer that got lost is looked for in the list. */
async function putJob(
  session: Session,
  id: number,
  act: OpenLimit['act'],
  until: number,
  now: number,
  known: number | undefined,
): Promise<number> {
  const { api } = session;
  const job = limitJob(id, act, until);
  try {
    if (known !== undefined && (await isListed(session, known))) {
      await api.updateScheduledJob(known, job);
      return known;
    }
    return (await api.createScheduledJob(job)).scheduled_job_id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A list that cannot be read says nothing of the job: what is told is what became of that.
    const there =
      error.status === 422 || isUnclear(error)
        ? await jobThere(session, id, act, now).catch(unreadable)
        : undefined;
    if (there === undefined) throw error;
    // One that stands there already, whoever has set it, is changed: the person has just said what is to be.
    if (error.status === 422) await api.updateScheduledJob(there.id, job);
    else if (there.start_time !== job.start_time) throw error;
    return there.id;
  }
}

/** A job that is not there any more is called off. */
async function dropJob(session: Session, id: number): Promise<void> {
  await session.api.deleteScheduledJob(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !saysNotThere(error)) throw error;
  });
}

const isListed = async (session: Session, id: number): Promise<boolean> =>
  listed(await session.api.listScheduledJobs(), id) !== false;

function unreadable(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

const jobThere = async (
  session: Session,
  id: number,
  act: OpenLimit['act'],
  now: number,
): Promise<ScheduledJob | undefined> =>
  jobThatDoes((await session.api.listScheduledJobs()).rows, id, act, now);

const openLimit = (deck: Deck, session: Session, id: number, act: OpenLimit['act']): OpenLimit | undefined =>
  limitsOf(openLimits(deck.services.journal(session).events()), id).find((limit) => limit.act === act);

/** Calls a limit off, and its job on the service; `job` is one that stands there without a limit of ours. */
async function callOffLimit(
  deck: Deck,
  session: Session,
  row: Instance,
  act: OpenLimit['act'],
  job: ScheduledJob | undefined,
): Promise<void> {
  const limit = openLimit(deck, session, row.id, act);
  const job_id = limit?.job_id ?? job?.id;
  const name = instanceName(row);
  try {
    if (job_id !== undefined) await dropJob(session, job_id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reportFailure(deck, `Calling off the limit of ${name}`, error);
    return;
  } finally {
    if (job_id !== undefined) void deck.reads.refresh(keys.scheduledJobs);
  }
  if (limit !== undefined) {
    deck.limits.meters.delete(limit.limit);
    const at = deck.services.clock.now();
    const ended = { t: 'limit-ended', limit: limit.limit, at, why: 'called-off' } as const;
    const journal = deck.services.journal(session);
    const noted = await journal.append(ended);
    const again = noted.ok ? undefined : unkeptWords(ended, journal.events(), journal.unkept());
    // Where that is not on the disk it is no end: the next start would act by it.
    if (!noted.ok && again !== undefined)
      return deck.messages.say('warn', `${name}: called off for this run only, ${again}. ${noted.message}`);
  }
  deck.messages.say(
    'info',
    `${name}: it is called off; nothing ${act === 'stop' ? 'stops' : 'destroys'} it by itself`,
  );
}
