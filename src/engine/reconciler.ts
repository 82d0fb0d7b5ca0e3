import type { Store } from '../base/store.ts';
import type { ApiError } from '../client/errors.ts';
import { isWhole } from './missing-rows.ts';
import type { Reads } from './reads.ts';
import { type AnyWrite, absentAfterMs, changedBy, messageOf, type Target } from './write.ts';
import { isUnclear } from './write-advice.ts';
import { batchOf, writeMessages } from './write-messages.ts';
import type { Pending, WritesPorts } from './writes.ts';

/**
 * A failed write, sent and answered at these times (own ms), until a list settles it. Without a clear answer (`unclear`)
 * it may have been done. A refused removal may have been done by someone else.
 */
type Unconfirmed = {
  write: AnyWrite;
  input: unknown;
  target: Target;
  sentAt: number;
  at: number;
  unclear: boolean;
  /** The user knows that the list does not show it yet. */
  looked?: true;
};

/** A write and the row that it is about. */
type Row = { write: AnyWrite; target: Pick<Target, 'id' | 'name'> };

/** A row whose removal was confirmed at `at` (own ms), until a list lacks it. */
type Leaving = Row & { at: number };

/** What outlives a session of the account: what is in flight and what is unconfirmed. */
export type OpenWrites = {
  pending: Store<readonly Pending[]>;
  unconfirmed: Store<readonly Unconfirmed[]>;
  /** Rows whose removal was confirmed, and those of them that are still listed. */
  removed: Set<string>;
  leaving: Store<readonly Leaving[]>;
  /** Targets of failed writes that a list has confirmed. */
  confirmed: WeakSet<Target>;
  /** The reads of the newest session. */
  reads: Reads;
};

/** How often the list is read while something is unconfirmed (ms), whatever the refresh setting. */
const lookEveryMs = 10_000;

/** Finds out whether the provider did what a write asked for, if its answer did not say. */
export type Reconciler = {
  /** Failed writes that no list has settled yet. */
  unconfirmed: Store<readonly Unconfirmed[]>;
  /** Watches for the outcome of a failed write, if a list can show it. */
  failed(one: Pick<Unconfirmed, 'write' | 'input' | 'target' | 'sentAt'>, error: ApiError): void;
  /** The provider has confirmed a write: that settles an earlier one that changes the same. */
  succeeded(one: Row): void;
  markRemoved(noun: { one: string }, id: number): void;
  isRemoved(noun: { one: string }, id: number): boolean;
  /** IDs of rows that were removed here, or may have been. */
  removedIds(noun: { one: string }): readonly number[];
  /** Whether a list has confirmed a failed write to this target. */
  isConfirmed(target: Target): boolean;
};

const idOf = ({ one }: { one: string }, id: number) => `${one} ${id}`;

/** `settled` is called with targets that are done. */
export function createReconciler(
  { local, own, notices, keyName, reads, stateOf, ended }: WritesPorts,
  settled: (write: AnyWrite, targets: readonly Target[], removed: boolean) => void,
  open: OpenWrites,
): Reconciler {
  const { unconfirmed, removed, leaving, confirmed } = open;

  const isSameRow = (a: Row, b: Row) => a.write.noun === b.write.noun && a.target.id === b.target.id;
  const isSame = (a: Row, b: Row) => isSameRow(a, b) && changedBy(a.write) === changedBy(b.write);
  const forget = (which: (one: Unconfirmed) => boolean) =>
    unconfirmed.set((all) => (all.some(which) ? all.filter((one) => !which(one)) : all));

  /** Removes the row now that the provider has confirmed it. A list requested earlier can't bring it back. */
  function removes({ write, target }: Row): void {
    const leaves = { write, target, at: own() };
    removed.add(idOf(write.noun, target.id));
    leaving.set((all) => [...all.filter((one) => !isSameRow(one, leaves)), leaves]);
    forget((one) => isSameRow(one, leaves));
    open.reads.change(write.noun.list, (list) => write.noun.without(list, target.id));
  }

  /** Replaces what was noted about an earlier write that changes the same: the newest one counts. */
  function note(failed: Unconfirmed, error: ApiError): void {
    const one = error.waitMs === undefined ? failed : { ...failed, looked: true as const };
    unconfirmed.set((all) => [...all.filter((other) => !isSame(other, failed)), one]);
  }

  /** Reads the list until it has settled everything unconfirmed. */
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (unconfirmed.get().some(({ unclear }) => unclear)) {
      await local.sleep(1_000, ended);
      const lost = unconfirmed.get().filter(({ unclear }) => unclear);
      for (const key of new Set(lost.map(({ write }) => write.noun.list))) {
        const of = lost.filter(({ write }) => write.noun.list === key);
        const latest = Math.max(...of.map(({ at }) => at));
        const askedAt = reads.askedAtOwn(key) ?? 0;
        const tellsAll = askedAt >= latest + absentAfterMs;
        const isTime = own() >= Math.min(askedAt + lookEveryMs, latest + absentAfterMs);
        // A failed read is retried by its own schedule.
        const isIdle = reads.underWay(key) === undefined && reads.error(key) === undefined;
        if (!tellsAll && isTime && isIdle) void reads.refresh(key);
      }
    }
    isLooking = false;
  }
  const goOn = () => void look().catch(() => {});
  const stop = unconfirmed.subscribe(goOn);
  ended.addEventListener('abort', stop);
  // What an earlier session left unconfirmed.
  goOn();

  reads.onAnswer((key, { data, askedAt }) => {
    for (const one of unconfirmed.get()) if (one.write.noun.list === key) judge(one, data, askedAt);
    for (const one of leaving.get()) if (one.write.noun.list === key) judgeLeaving(one, data, askedAt);
  });

  const end = (one: Unconfirmed) => unconfirmed.set((all) => all.filter((other) => other !== one));
  const said = ({ write, target }: Unconfirmed) => messageOf(write, target.id);

  /** What a list that was requested at `askedAt` says about a failed write. */
  function judge(one: Unconfirmed, list: unknown, askedAt: number): void {
    const { write, input, target, sentAt, at, unclear } = one;
    if (askedAt < sentAt) return;
    const row = write.noun.rows(list).find(({ id }: { id: number }) => id === target.id);
    const isLate = askedAt - at >= absentAfterMs;
    if (row === undefined) {
      if (!isWhole(list as object)) return;
      // A row that was never listed may still appear.
      if (target.listed || askedAt - sentAt >= absentAfterMs) tellGone(one);
      else if (unclear) tellOpen(one, writeMessages.notListed(target.name));
      return;
    }
    const done = write.confirmedBy?.(row, input);
    if (askedAt < at) return;
    if (!unclear && isLate) end(one);
    if (!unclear || (done === undefined && !write.removes)) return;
    const shows = write.messages.shows?.(row, done === true) ?? '';
    const where = write.removes ? shows : writeMessages.inTheList(shows);
    if (done === true) {
      end(one);
      notices.settle(said(one));
      notices.settle(batchOf(write));
      confirmed.add(target);
      settled(write, [target], false);
      notices.say('info', writeMessages.confirmed(shows));
    } else if (!isLate) tellOpen(one, where + (write.messages.meanwhile ?? ''));
    else {
      end(one);
      notices.settle(said(one));
      const again = write.messages.again?.(target.id, keyName) ?? '';
      notices.say('warn', writeMessages.never(where, again));
    }
  }

  /** A failed removal was done after all: the message about it is corrected. */
  function tellGone(one: Unconfirmed): void {
    const { write, target } = one;
    end(one);
    if (!write.removes) {
      notices.settle(said(one));
      notices.say('info', writeMessages.gone(target.name));
      return;
    }
    removed.add(idOf(write.noun, target.id));
    confirmed.add(target);
    settled(write, [target], true);
    const shown = notices.current();
    if (shown?.of === said(one) || shown?.of === batchOf(write)) notices.dismiss();
    const left = unconfirmed.get().filter((other) => other.write === write);
    const others = left.map(({ target: { name }, unclear }) => ({ name, unclear }));
    const still = left.length === 0 ? '' : ` ${writeMessages.failed(others)}`;
    notices.say(left.length === 0 ? 'info' : 'error', writeMessages.removedAfterAll(target.name) + still, {
      stays: true,
    });
  }

  /** Says once that the list does not show it yet, and for how long rigdeck keeps checking. */
  function tellOpen(one: Unconfirmed, soFar: string): void {
    if (one.looked === true) return;
    unconfirmed.set((all) => all.map((other) => (other === one ? { ...one, looked: true } : other)));
    const now = () => writeMessages.notYet(soFar, one.at + absentAfterMs - own());
    notices.say('warn', now(), { of: said(one), now });
  }

  /** A row is gone only if a whole list lacks it. One that stays is reported. */
  function judgeLeaving(one: Leaving, list: unknown, askedAt: number): void {
    const { write, target, at } = one;
    const isThere = write.noun.rows(list).some(({ id }: { id: number }) => id === target.id);
    const isGone = askedAt >= at && !isThere && isWhole(list as object);
    const stays = askedAt >= at + absentAfterMs && isThere;
    if (!isGone && !stays) return;
    leaving.set((all) => all.filter((other) => other !== one));
    if (isGone) {
      write.gone?.(stateOf(write.noun), target.id);
      return;
    }
    removed.delete(idOf(write.noun, target.id));
    notices.say('error', write.messages.stays?.(target, keyName) ?? writeMessages.stays(target.name));
  }

  return {
    unconfirmed,
    failed(one, error) {
      const unclear = isUnclear(error);
      if (one.write.removes !== true && (one.write.confirmedBy === undefined || !unclear)) return;
      note({ ...one, at: own(), unclear }, error);
    },
    succeeded(one) {
      if (one.write.removes) removes(one);
      else forget((other) => isSame(other, one));
    },
    markRemoved: (noun, id) => void removed.add(idOf(noun, id)),
    isRemoved: (noun, id) => removed.has(idOf(noun, id)),
    removedIds: ({ one }) => [
      ...[...removed].flatMap((key) =>
        key.startsWith(`${one} `) ? [Number(key.slice(one.length + 1))] : [],
      ),
      ...unconfirmed.get().flatMap(({ write, target }) => (write.removes ? [target.id] : [])),
    ],
    isConfirmed: (target) => confirmed.has(target),
  };
}
