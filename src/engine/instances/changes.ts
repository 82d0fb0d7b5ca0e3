import type { Instance, InstanceListReply } from '../../client/wire.ts';
import type { Alert } from '../alerts.ts';
import { isNotListed } from '../refusals.ts';
import { type BootSeen, bootVerdict, pollsToFail, seePoll } from './boot.ts';
import { instanceName } from './names.ts';

type Seen = ReadonlyMap<number, BootSeen>;

/**
 * What happened to each instance between two reads of the list. The first sighting is no news, and neither is a stop
 * that was sent from here (`asked`). A missed heartbeat is reported after as many reads as prove it.
 */
export function stateNews(
  before: Seen,
  after: Seen,
  rows: readonly Instance[],
  asked: ReadonlySet<number>,
): Alert[] {
  return rows.flatMap((row): Alert[] => {
    const [was, is] = [before.get(row.id), after.get(row.id)];
    const news = was === undefined || is === undefined ? undefined : became(was, is, asked.has(row.id));
    if (news === undefined) return [];
    const name = instanceName(row);
    return [{ event: news.event, id: row.id, text: `${name} ${news.what}`, many: { name, are: news.many } }];
  });
}

/** What was `there` and is gone, though this rigdeck did not ask for that (`asked`). */
export const goneNews = (
  there: readonly Instance[],
  list: InstanceListReply,
  asked: ReadonlySet<number>,
): Alert[] =>
  there
    .filter(({ id }) => isNotListed(list, id) && !asked.has(id))
    .map((row): Alert => {
      const name = instanceName(row);
      const many = { name, are: 'are gone, not destroyed from here' };
      return {
        event: 'gone',
        id: row.id,
        text: `${name} is gone. It was not destroyed from here`,
        many,
      };
    });

type News = { event: Alert['event']; what: string; many: string };

function became(was: BootSeen, is: BootSeen, asked: boolean): News | undefined {
  if (is.kind === 'unknown')
    return is.lostPolls === pollsToFail && was.lostPolls < pollsToFail && was.kind !== 'offline'
      ? { event: 'offline', what: 'stopped sending heartbeats', many: 'stopped sending heartbeats' }
      : undefined;
  if (is.kind === was.kind) return undefined;
  switch (is.kind) {
    case 'running':
      return was.hasRun
        ? { event: 'running', what: 'is running again', many: 'are running again' }
        : { event: 'running', what: 'is running', many: 'are running' };
    case 'offline':
      return { event: 'offline', what: 'went offline: its host is disconnected', many: 'went offline' };
    case 'interrupted':
      return { event: 'outbid', what: 'was outbid; resumes when its bid wins', many: 'were outbid' };
    case 'exited':
      return is.hasRun
        ? { event: 'crashed', what: 'crashed: its container exited', many: 'crashed' }
        : { event: 'boot-failed', what: 'failed to boot: its container exited', many: 'failed to boot' };
    case 'waiting':
      return was.kind === 'running'
        ? {
            event: 'stopped',
            what: 'was stopped: no free GPU, or out of credit',
            many: 'were stopped: no free GPU, or out of credit',
          }
        : undefined;
    case 'stopped':
      return was.kind === 'running' && !asked
        ? {
            event: 'stopped',
            // Who stopped it is unknown: the same user on another computer, someone else, or the provider.
            what: 'was stopped (not from here)',
            many: 'were stopped (not from here)',
          }
        : undefined;
    default:
      return undefined;
  }
}

export type Change =
  | { event: 'there' | 'new' | 'gone'; instance: Instance }
  | { event: 'changed'; fields: readonly string[]; instance: Instance };

/**
 * Fields that show that something happened to an instance. Meters, ages and market figures differ at every read, and so
 * may unknown fields.
 */
const watched = [
  'actual_status',
  'intended_status',
  'cur_state',
  'next_state',
  'status_msg',
  'label',
  'ssh_host',
  'ssh_port',
  'public_ipaddr',
  'ports',
  'image_uuid',
  'disk_space',
  'dph_total',
  'is_bid',
  'bid_price',
  'end_date',
] as const satisfies readonly (keyof Instance)[];

/** The differences between two reads of the list. The first read reports every instance. */
export function changesOf(before: readonly Instance[] | undefined, after: readonly Instance[]): Change[] {
  if (before === undefined) return after.map((instance) => ({ event: 'there', instance }));
  const old = new Map(before.map((row) => [row.id, row]));
  const left = new Set(after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !left.has(id)).map((instance): Change => ({ event: 'gone', instance })),
    ...after.flatMap((instance): Change[] => {
      const was = old.get(instance.id);
      if (was === undefined) return [{ event: 'new', instance }];
      const fields = differing(was, instance);
      return fields.length === 0 ? [] : [{ event: 'changed', fields, instance }];
    }),
  ];
}

/** The rows of a list, plus earlier rows that it lacks and that may be among its missing ones. */
export const withUnseen = (before: readonly Instance[], now: readonly Instance[]): readonly Instance[] => [
  ...now,
  ...before.filter(({ id }) => !now.some((row) => row.id === id)),
];

const differing = (a: Instance, b: Instance): string[] =>
  watched.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

export type WaitGoal = 'running' | 'stopped' | 'gone';

/** How many looks in a row must lack an instance before it counts as gone: a new one may be listed late. */
const looksToBeGone = 3;

/** What repeated looks at one instance have shown. `seen` is undefined before the first look. */
export type WaitState = {
  seen: BootSeen | undefined;
  missing: number;
  /** Whether it ever existed: it was seen or rented here, or the provider answers for it without an instance. */
  known: boolean;
  /** One word for its current state. */
  word: string;
};

export const noLook: WaitState = { seen: undefined, missing: 0, known: false, word: '' };

export type WaitVerdict =
  | { end: 'reached' }
  | { end: 'failed'; why: string }
  | { end: 'unknown' }
  | { end: 'not yet' };

/** Adds one look. Null is a success reply without an instance, undefined means that the ID does not exist. */
export function lookAt(before: WaitState, id: number, instance: Instance | null | undefined): WaitState {
  if (instance === null || instance === undefined)
    return {
      ...before,
      missing: before.missing + 1,
      known: before.known || instance === null,
      word: 'not there',
    };
  const map = new Map(before.seen === undefined ? [] : [[id, before.seen]]);
  const seen = seePoll(map, [{ ...instance, id }], { ran: new Set(), stopped: new Set() }).get(id);
  return { seen, missing: 0, known: true, word: seen?.word ?? '' };
}

/** Whether the wait is over. What never reaches running (interface.md, States) ends a wait for running or stopped. */
export function waitVerdict({ seen, missing, known, word }: WaitState, goal: WaitGoal): WaitVerdict {
  // An ID that never existed, e.g. a typo, can't be gone.
  if (missing >= looksToBeGone && !known) return { end: 'unknown' };
  if (missing >= looksToBeGone)
    return goal === 'gone' ? { end: 'reached' } : { end: 'failed', why: 'The instance is gone.' };
  if (seen === undefined || missing > 0 || goal === 'gone') return { end: 'not yet' };
  if (seen.kind === goal) return { end: 'reached' };
  if (goal === 'running' && seen.kind === 'stopped')
    return { end: 'failed', why: 'The instance is stopped. Start it first.' };
  const verdict = bootVerdict(seen);
  return verdict === 'failed' || verdict === 'crashed'
    ? { end: 'failed', why: `The instance is ${word} and won't start. Its disk is still billed.` }
    : { end: 'not yet' };
}
