import { span } from '../../base/format.ts';
import type { Instance } from '../../client/wire.ts';
import type { ConfirmModal } from '../../tui/dialog/modal.ts';
import type { Deck } from '../deck.ts';
import { advise } from '../error-advice.ts';
import { destroyInstance, stopInstance } from '../instances/held-acts.ts';
import { instanceName, phraseFor } from '../instances/names.ts';
import { reportFailure } from '../report-failure.ts';
import type { Session } from '../services.ts';
import { identity } from './limit-question.ts';
import { actWords } from './limit-words.ts';
import type { OpenLimit } from './limits.ts';

/** Does what a limit says, once, and says what came of it; answers why it failed. */
export async function actByLimit(
  deck: Deck,
  session: Session,
  limit: OpenLimit,
  row: Instance,
): Promise<string | undefined> {
  const { done, doing } = actWords[limit.act];
  const send = limit.act === 'stop' ? stopInstance : destroyInstance;
  const result = await send(deck, session, limit.id);
  if (!result.ok) {
    reportFailure(deck, `${doing} ${instanceName(row)} by its limit`, result.error);
    return advise(result.error).title;
  }
  const left =
    limit.act === 'stop' ? '; its disk is still charged' : ' and nothing of it is charged any more';
  const text = `${instanceName(row)} was ${done} by its limit`;
  const many = { name: instanceName(row), are: `were ${done} by their limits` };
  deck.alerts.raise({ event: 'limit', step: 'done', id: row.id, text, many });
  deck.messages.say('warn', `${text}${left}`);
  return undefined;
}

/** How late it is, what came of it when it was tried, and by how much the two clocks disagree about the time. */
export type WhyAsked = { lateMs: number; failed?: string; apartMs?: number };

/** Whether it is to be done now: it came due while nobody kept it, or it was tried and failed. */
export function limitQuestion(
  limit: OpenLimit,
  row: Instance,
  { lateMs, failed, apartMs }: WhyAsked,
  run: () => void,
): ConfirmModal {
  const [verb, action] =
    limit.act === 'stop' ? (['Stop', 'instance.stop'] as const) : (['Destroy', 'instance.destroy'] as const);
  const why =
    apartMs !== undefined
      ? `This machine's clock and the service's disagree by ${span(apartMs)}.`
      : failed === undefined
        ? 'Nobody kept its limit: rigdeck was closed, or this machine slept.'
        : `That was tried once and failed: ${failed}`;
  return {
    kind: 'confirm',
    action,
    title: `${verb} ${row.id} now?`,
    body: [
      identity(row),
      [],
      [`It was to ${actWords[limit.act].todo} ${span(lateMs)} ago, by a limit that you set.`],
      [why],
      ...(limit.act === 'destroy' ? [['Its disk is erased and cannot be brought back.']] : []),
      [['Esc leaves it as it is.', 'dim']],
    ],
    no: 'Leave it',
    yes: `${verb} it now`,
    ...(limit.act === 'destroy' ? { typed: phraseFor(row) } : {}),
    run,
  };
}
