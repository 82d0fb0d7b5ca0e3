import type { Instance, InstanceListReply } from '../../client/wire.ts';
import type { Alert } from '../alerts.ts';
import { isNotListed } from '../known-gone.ts';
import { type BootSeen, pollsToFail } from './boot-seen.ts';
import { instanceName } from './names.ts';

type Seen = ReadonlyMap<number, BootSeen>;

/**
 * What became of each instance between two looks at the list. What is seen for the first time is no news, nor is a stop
 * that was asked for here (`asked`). A missed heartbeat is told after as many looks as make it a verdict.
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

/** What was `there` and is gone, though this rigdeck asked for nothing of the kind (`asked`). */
export const goneNews = (
  there: readonly Instance[],
  list: InstanceListReply,
  asked: ReadonlySet<number>,
): Alert[] =>
  there
    .filter(({ id }) => isNotListed(list, id) && !asked.has(id))
    .map((row): Alert => {
      const name = instanceName(row);
      const many = { name, are: 'are gone, and this rigdeck did not destroy them' };
      return {
        event: 'gone',
        id: row.id,
        text: `${name} is gone, and this rigdeck did not destroy it`,
        many,
      };
    });

type News = { event: Alert['event']; what: string; many: string };

function became(was: BootSeen, is: BootSeen, asked: boolean): News | undefined {
  if (is.kind === 'unknown')
    return is.lostPolls === pollsToFail && was.lostPolls < pollsToFail && was.kind !== 'offline'
      ? { event: 'offline', what: 'sends no heartbeat any more', many: 'send no heartbeat any more' }
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
      return { event: 'outbid', what: 'was outbid; it resumes when its bid wins again', many: 'were outbid' };
    case 'exited':
      return is.hasRun
        ? { event: 'crashed', what: 'crashed: its container exited', many: 'crashed' }
        : { event: 'boot-failed', what: 'failed to boot: it exited', many: 'failed to boot' };
    case 'waiting':
      return was.kind === 'running'
        ? {
            event: 'stopped',
            what: 'was stopped: no GPU is free for it, or the credit ran out',
            many: 'were stopped, as no GPU is free for them or the credit ran out',
          }
        : undefined;
    case 'stopped':
      return was.kind === 'running' && !asked
        ? {
            event: 'stopped',
            // Who did is not known: the same person by another computer, another one, or the service.
            what: 'was stopped, and this rigdeck did not ask for it',
            many: 'were stopped, and this rigdeck did not ask for it',
          }
        : undefined;
    default:
      return undefined;
  }
}
