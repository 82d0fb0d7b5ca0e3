import { ApiError } from '../client/errors.ts';
import type { Answer } from './agent.ts';
import type { AutoStopTerms } from './auto-stop/agent.ts';
import { limitSaying, nowQuestion } from './auto-stop/messages.ts';
import { dropJob, putJob } from './auto-stop/set.ts';
import type { Deck } from './deck.ts';
import type { AgentPorts } from './driver.ts';
import type { AgentsPorts } from './engine.ts';
import { readListAnew } from './fresh-list.ts';
import { heldError } from './held-calls.ts';
import { destroyInstance, heldReason, stopInstance } from './instances/held-acts.ts';
import { isWhole } from './missing-rows.ts';
import { noteDown } from './note-down.ts';
import { keys } from './read-keys.ts';
import { reportFailure } from './report-failure.ts';
import { isGone } from './rescue/is-gone.ts';
import type { Session } from './services.ts';
import { isUndisturbed } from './undisturbed.ts';

/** What a deck hands the agents of a session: `deck` is there once something happens. */
export function agentPorts(deck: () => Deck, session: Session): AgentsPorts {
  return {
    note: (event) => noteDown(deck(), session, event),
    readJobs: () => void deck().mutate.current(keys.scheduledJobs),
    holdsLock: () => deck().writer.get().state === 'mine',
    isBusy: (call, id) => heldReason(deck(), [id]) !== undefined || heldError(deck(), call) !== undefined,
    newAnswers: newLists(deck),
    autoStop: autoStopPorts(deck, session),
  };
}

/** The list of instances where it was read since the last look. By our own clock: the service's may step back. */
function newLists(deck: () => Deck): () => readonly Answer[] {
  let seenAt = 0;
  return () => {
    const askedAt = deck().freshAt.own(keys.instances) ?? 0;
    const { list } = deck().latest;
    if (list === undefined || askedAt <= seenAt) return [];
    seenAt = askedAt;
    return [{ key: keys.instances, data: list, askedAt, whole: isWhole(list) }];
  };
}

function autoStopPorts(deck: () => Deck, session: Session): AgentPorts<AutoStopTerms> {
  const { api } = session;
  return {
    read: async (read) =>
      read.what === 'list'
        ? { list: await readListAnew(deck()) }
        : { gone: await isGone(session, read.limit.id) },
    async send(send) {
      try {
        switch (send.what) {
          case 'act': {
            const { act, id } = send.limit;
            return await (act === 'stop' ? stopInstance : destroyInstance)(deck(), session, id);
          }
          case 'move': {
            const { limit, until } = send;
            const now = deck().services.clock.now();
            return { ok: true, job: await putJob(api, { id: limit.id, act: limit.act, until, now }) };
          }
          case 'drop':
            await dropJob(api, send.job).finally(() => void deck().mutate.current(keys.scheduledJobs));
            return { ok: true };
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false, error };
      }
    },
    say(news) {
      const { keyName, services, messages, alerts } = deck();
      const saying = limitSaying(news, { keyName, timeZone: services.timeZone });
      if ('failed' in saying) return reportFailure(deck(), saying.failed, saying.error);
      if (saying.alert !== undefined) alerts.raise(saying.alert);
      messages.say(saying.level, saying.text);
    },
    ask({ limit, row, why }, yes) {
      if (!isUndisturbed(deck())) return false;
      deck().open({ ...nowQuestion(limit, row, why), run: yes });
      return true;
    },
  };
}
