import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { InstanceListReply } from '../../client/wire.ts';
import type { Alert } from '../alerts.ts';
import type { AgentPorts } from '../driver.ts';
import { destroy, stop } from '../instances/writes.ts';
import type { Messages } from '../messages.ts';
import { keys } from '../read-keys.ts';
import type { Reads } from '../reads.ts';
import { isGone } from '../rescue/is-gone.ts';
import type { KeyName, Question } from '../write.ts';
import type { Writes } from '../writes.ts';
import type { AutoStopTerms } from './agent.ts';
import { limitSaying, nowQuestion } from './messages.ts';
import { dropJob, putJob } from './set.ts';

/** What auto-stop acts through. `ask` returns whether the question was shown. */
export type AutoStopMeans = {
  client: Client;
  now(): number;
  timeZone: string;
  reads: Reads;
  writes: Writes;
  keyName: KeyName;
  notices: Pick<Messages, 'say'>;
  failed(what: string, error: ApiError): void;
  alert(alert: Alert): void;
  ask(question: Question & { action: string }, answer: (is: 'yes' | 'no') => void): boolean;
};

/** Carries out what the auto-stop agent decides (agent.ts), and words what it reports (messages.ts). */
export function autoStopPorts(means: AutoStopMeans): AgentPorts<AutoStopTerms> {
  const { client, reads, writes } = means;
  /** Reads the list now, which also shows the provider's time. */
  const listNow = (): Promise<InstanceListReply | undefined> =>
    reads.isWatched(keys.instances)
      ? reads.refresh<InstanceListReply>(keys.instances)
      : client.listInstances().catch(() => undefined);
  return {
    read: async (read) =>
      read.what === 'list'
        ? { list: await listNow() }
        : { gone: await isGone({ api: client }, read.limit.id) },
    async send(send) {
      const { id, act } = send.limit;
      if (send.what === 'act')
        return await writes.run(act === 'stop' ? stop : destroy, {
          ...{ id, name: String(id), stage: '', listed: true },
        });
      try {
        if (send.what === 'move')
          return { ok: true, job: await putJob(client, { id, act, until: send.until, now: means.now() }) };
        await dropJob(client, send.job).finally(() => void reads.refresh(keys.scheduledJobs));
        return { ok: true };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false, error };
      }
    },
    say(news) {
      const saying = limitSaying(news, means);
      if ('failed' in saying) return means.failed(saying.failed, saying.error);
      if (saying.alert !== undefined) means.alert(saying.alert);
      means.notices.say(saying.level, saying.text);
    },
    ask: ({ limit, row, why }, answer) => means.ask(nowQuestion(limit, row, why), answer),
  };
}
