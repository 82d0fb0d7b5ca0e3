import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { readInstance } from '../instances/lifecycle.ts';
import { instanceName } from '../instances/names.ts';
import { saidAct } from '../instances/said-act.ts';
import { isWhole } from '../missing-rows.ts';
import { instanceBurn } from '../money/money.ts';
import { noteDown } from '../note-down.ts';
import { isGone } from '../rescue/is-gone.ts';
import type { LimitBook } from './limit-book.ts';
import { moveJob } from './limit-set.ts';
import { rested, seenCosting, worthNoting } from './limit-spend.ts';
import { breakOf, isBeingReplaced, notedMeter, type OpenLimit, SERVICE_GRACE_MS } from './limits.ts';

/** What a read of the list, at `at` (epoch ms by our own clock), tells of the limits that stand. */
export function watchLimits(book: LimitBook): (list: InstanceListReply, at: number) => void {
  const looked = new Set<string>();
  const lookFor = async (limit: OpenLimit): Promise<void> => {
    if (looked.has(limit.limit)) return;
    looked.add(limit.limit);
    await lost(book, limit);
    looked.delete(limit.limit);
  };
  const follow = async (limit: OpenLimit): Promise<void> => {
    if (looked.has(limit.limit)) return;
    looked.add(limit.limit);
    await moveJob(book.deck, book.session, limit);
    looked.delete(limit.limit);
  };
  return (list, at) => {
    for (const limit of book.open()) {
      const row = list.instances.find(({ id }) => id === limit.id);
      if (row === undefined) {
        if (isWhole(list) && book.isKeeper() && !isBeingReplaced(book.journal.events(), limit.id))
          void lookFor(limit);
      } else if (limit.kept === 'service' && !book.isKeeper()) continue;
      else if (limit.jobOf !== undefined) void follow(limit);
      else if (limit.kept === 'service') watchService(book, limit, row);
      else if (limit.budget !== undefined) reckon(book, limit, limit.budget, row, at);
    }
  };
}

/** The service acts by itself: what is seen of that, or that it has not. */
function watchService({ deck, due, end }: LimitBook, limit: OpenLimit, row: Instance): void {
  const { alerts, messages } = deck;
  const standing = due(limit);
  if (standing.is !== 'due') return;
  const { kind, word } = readInstance(row);
  const name = instanceName(row);
  if (limit.act === 'stop' && kind === 'stopped') {
    messages.say('warn', `${name} is stopped, as its limit at the service says; its disk is still charged`);
    end(limit, 'done');
    return;
  }
  if (standing.lateMs < SERVICE_GRACE_MS) return;
  const text = `The service was to ${limit.act} ${name} and has not: it is ${word}`;
  alerts.raise({ event: 'limit', step: 'not-kept', id: row.id, text });
  messages.say(
    'error',
    `${text}. ${saidAct(deck, 'stop', row.id)} stops it, ${saidAct(deck, 'destroy', row.id)} destroys it.`,
  );
  end(limit, 'failed');
}

/** It is not in the list: only when it is known to be gone is its limit over. */
async function lost(
  { deck, session, journal, now, isOpen, end }: LimitBook,
  limit: OpenLimit,
): Promise<void> {
  const gone = await isGone(session, limit.id);
  if (!gone || !isOpen(limit) || isBeingReplaced(journal.events(), limit.id)) return;
  const byService = limit.kept === 'service' && limit.act === 'destroy' && now() >= (limit.until ?? 0);
  if (byService) deck.messages.say('warn', `${limit.id} is gone, as its limit at the service says`);
  end(limit, byService ? 'done' : 'gone');
}

/** What of a budget is spent by now, and a note of it on disk now and then. */
function reckon(
  { deck, session, journal, isKeeper }: LimitBook,
  limit: OpenLimit,
  budget: number,
  row: Instance,
  at: number,
): void {
  const noted = notedMeter(journal.events(), limit);
  const last = rested(deck.limits.meters.get(limit.limit) ?? noted, breakOf(journal.events(), limit));
  const next = seenCosting(last, at, instanceBurn(row).perHour);
  deck.limits.meters.set(limit.limit, next);
  if (!isKeeper() || !worthNoting(noted, next, budget)) return;
  void noteDown(deck, session, {
    t: 'limit-spent',
    limit: limit.limit,
    at,
    dollars: next.dollars,
    per_hour: next.perHour,
  });
}
