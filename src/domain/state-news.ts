import type { Instance } from '../client/wire.ts';
import type { Alert } from './alerts.ts';
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
    return [{ event: news.event, id: row.id, text: `${instanceName(row)} ${news.what}` }];
  });
}

function became(
  was: BootSeen,
  is: BootSeen,
  asked: boolean,
): { event: Alert['event']; what: string } | undefined {
  if (is.kind === 'unknown')
    return is.lostPolls === pollsToFail && was.lostPolls < pollsToFail && was.kind !== 'offline'
      ? { event: 'offline', what: 'sends no heartbeat any more' }
      : undefined;
  if (is.kind === was.kind) return undefined;
  switch (is.kind) {
    case 'running':
      return { event: 'running', what: was.hasRun ? 'is running again' : 'is running' };
    case 'offline':
      return { event: 'offline', what: 'went offline: its host is disconnected' };
    case 'interrupted':
      return { event: 'outbid', what: 'was outbid; it resumes when its bid wins again' };
    case 'exited':
      return is.hasRun
        ? { event: 'crashed', what: 'crashed: its container exited' }
        : { event: 'boot-failed', what: 'failed to boot: it exited' };
    case 'waiting':
      return was.kind === 'running'
        ? { event: 'stopped', what: 'was stopped: no GPU is free for it, or the credit ran out' }
        : undefined;
    case 'stopped':
      return was.kind === 'running' && !asked
        ? { event: 'stopped', what: 'was stopped, and not from here' }
        : undefined;
    default:
      return undefined;
  }
}
