import { countdown } from '../../base/format.ts';
import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { heldError } from '../held-calls.ts';
import { callOf, heldReason } from '../instances/held-acts.ts';
import { readInstance } from '../instances/lifecycle.ts';
import { instanceName } from '../instances/names.ts';
import { isWhole } from '../missing-rows.ts';
import { keys } from '../read-keys.ts';
import { isUndisturbed } from '../undisturbed.ts';
import { actByLimit, limitQuestion, type WhyAsked } from './limit-act.ts';
import type { LimitBook } from './limit-book.ts';
import { actWords } from './limit-words.ts';
import { LATE_MS, type OpenLimit } from './limits.ts';

/** What this run knows of a limit beside the journal. */
type Run = {
  warned?: true;
  /** It was seen to be due while it could still be done without asking. */
  inTime?: true;
  /** Nothing is tried before this moment: the list could not be read. */
  notBefore?: number;
  busy?: true;
  /** Why the person is asked, once there is a moment for it. */
  ask?: WhyAsked;
  asked?: true;
};

/** A list that could not be read is asked for again after this. */
const RETRY_MS = 20_000;

/**
 * Keeps the limits that are kept here: warns, does what is due once, and says so; to be called each second with the
 * rows as they are known. Before it acts it reads the list, by which it also learns the service's time. It writes once
 * and asks when that fails; what came due while nobody kept it is asked about, and not done late. Of several decks on
 * one account the one that rents keeps them.
 */
export function keepLimits(book: LimitBook): (list: InstanceListReply) => void {
  const { deck, session } = book;
  const runs = new Map<string, Run>();
  return (list) => {
    if (!session.readOnly && !book.isKeeper()) return;
    for (const limit of book.open()) {
      const row = rowOf(list, limit);
      if (limit.kept !== 'here' || row === undefined) continue;
      const run = runs.get(limit.limit) ?? {};
      runs.set(limit.limit, run);
      if (run.busy === true || (run.notBefore ?? 0) > deck.own()) continue;
      const due = book.due(limit);
      // It only looked like it: the clock was put right.
      if (due.is !== 'due' && run.ask?.apartMs !== undefined) {
        delete run.ask;
        delete run.asked;
      }
      if (due.is === 'soon') warn(limit, run, row, due.leftMs);
      else if (due.is === 'due' && session.readOnly) leave(limit, run, row);
      else if (due.is === 'due' && run.ask !== undefined) ask(limit, run, row);
      else if (due.is === 'due') {
        if (due.lateMs <= LATE_MS) run.inTime = true;
        const isFree =
          heldReason(deck, [limit.id]) === undefined && heldError(deck, callOf[limit.act]) === undefined;
        // It is tried once: not while the service wants no such call.
        if (isFree) void act(limit, run, false);
      }
    }
  };

  function warn(limit: OpenLimit, run: Run, row: Instance, leftMs: number | undefined): void {
    if (run.warned === true) return;
    run.warned = true;
    const { does } = actWords[limit.act];
    const when = `in ${countdown(leftMs)}`;
    const text = `${instanceName(row)} ${does} ${when} by its limit`;
    deck.alerts.raise({ event: 'limit', step: 'soon', id: row.id, text });
    deck.messages.say('warn', `${text}; ${deck.keyName('instance.limit')} changes it`);
  }

  function leave(limit: OpenLimit, run: Run, row: Instance): void {
    if (run.asked === true) return;
    run.asked = true;
    const { todo } = actWords[limit.act];
    deck.messages.say(
      'warn',
      `${instanceName(row)} was to ${todo} now, and was not: rigdeck is in read-only mode`,
    );
  }

  function ask(limit: OpenLimit, run: Run, row: Instance): void {
    if (run.ask === undefined || run.asked === true) return;
    if (isOver(limit, row)) book.end(limit, 'done');
    else if (isUndisturbed(deck)) {
      run.asked = true;
      deck.open(limitQuestion(limit, row, run.ask, () => void act(limit, run, true)));
    }
  }

  async function act(limit: OpenLimit, run: Run, consent: boolean): Promise<void> {
    run.busy = true;
    try {
      const list = await deck.reads.refresh<InstanceListReply>(keys.instances);
      if (list === undefined) {
        run.notBefore = deck.own() + RETRY_MS;
        return;
      }
      // Only now is the service's time known; the machine's own may have jumped.
      const due = book.due(limit);
      if (due.is !== 'due' && !consent) {
        delete run.inTime;
        return;
      }
      const lateMs = due.is === 'due' ? due.lateMs : 0;
      const row = rowOf(list, limit);
      if (row === undefined || !book.isOpen(limit) || deck.session.get() !== session) return;
      if (isOver(limit, row)) {
        deck.messages.say('info', `${instanceName(row)} is stopped already; its limit is over`);
        return book.end(limit, 'done');
      }
      const apartMs = consent ? undefined : book.apart(limit);
      if (apartMs !== undefined) {
        run.ask = { lateMs, apartMs };
        return;
      }
      if (!consent && run.inTime !== true && lateMs > LATE_MS) {
        run.ask = { lateMs };
        return;
      }
      // Asked again just before: the lock may have been lost while the machine slept, and another deck keep it now.
      if (!(await book.journal.claim()).ok) return;
      const failed = await actByLimit(deck, session, limit, row);
      if (failed === undefined) return book.end(limit, 'done');
      run.ask = { lateMs, failed };
      delete run.asked;
    } finally {
      delete run.busy;
    }
  }
}

/** One that a list lacks which is not whole may be there, and is charged: its limit is kept by its id alone. */
const rowOf = (list: InstanceListReply, { id }: OpenLimit): Instance | undefined =>
  list.instances.find((row) => row.id === id) ?? (isWhole(list) ? undefined : { id, actual_status: null });

/** There is nothing left to do. */
const isOver = (limit: OpenLimit, row: Instance): boolean =>
  limit.act === 'stop' && readInstance(row).kind === 'stopped';
