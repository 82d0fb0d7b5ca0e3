import type { InstanceListReply } from '../../client/wire.ts';
import type { JournalEvent, RentEvent } from '../journal-events.ts';
import { absentAfterMs } from '../write.ts';
import { rentedAs, type Unsettled, unsettled } from './rent-journal-machine.ts';
import { agrees, carries, contradiction, type MatchRow } from './rent-match.ts';

/**
 * What became of a rent whose answer is missing (design: never pay twice). The journal says what was sent, the list of
 * instances says what exists; a rent is settled when the two leave one reading only. Nothing is guessed but one thing,
 * and that is said as a guess: a machine that has not appeared for `absentAfterMs` was not created.
 */

/** What one read of the list said; `at` is the time (epoch ms) of which it tells, the earliest that it can be. */
export type ListReading = {
  at: number;
  /** `instances_found`, which may be more than the rows that could be read. */
  found: number;
  rows: readonly MatchRow[];
};

export type Verdict =
  /** Nothing new so far, or a list that does not tell. */
  | { kind: 'wait' }
  /** `guessed`: nothing but being the only new one says that it is of this rent. */
  | { kind: 'adopt'; id: number; guessed?: true }
  | { kind: 'not-created' }
  /** More than one thing can have happened; the person knows. `ids` may have come of this rent, perhaps none. */
  | { kind: 'ask'; ids: readonly number[] };

/** What a read of the list says about each rent without an outcome; without a list all of them wait. */
export function judgeRents(
  events: readonly JournalEvent[],
  list: ListReading | undefined,
  sending: ReadonlySet<string> = new Set(),
): { rent: Unsettled; verdict: Verdict }[] {
  const open = unsettled(events);
  const claimed = new Set(events.flatMap((event) => (event.t === 'rented' ? [event.id] : [])));
  const marked = new Map<string, number>();
  for (const rent of open) {
    const id = list === undefined || sending.has(rent.rent) ? undefined : byMark(rent, list, claimed);
    if (id === undefined) continue;
    marked.set(rent.rent, id);
    claimed.add(id);
  }
  return open.map((rent) => {
    if (list === undefined || sending.has(rent.rent)) return { rent, verdict: { kind: 'wait' } };
    const id = marked.get(rent.rent);
    if (id !== undefined) return { rent, verdict: { kind: 'adopt', id } };
    if (rent.otherKey === true) return { rent, verdict: { kind: 'ask', ids: [] } };
    const rivals = open.filter((other) => other !== rent && !marked.has(other.rent));
    return { rent, verdict: judge(rent, list, { claimed, rivals, sending }) };
  });
}

/** The events that settle what can be settled: at most one for each rent, and no id for two of them. */
export function settlements(
  events: readonly JournalEvent[],
  list: ListReading | undefined,
  now: number,
  sending: ReadonlySet<string> = new Set(),
): RentEvent[] {
  return judgeRents(events, list, sending).flatMap(({ rent, verdict }): RentEvent[] => {
    if (verdict.kind === 'adopt') {
      const { id, guessed } = verdict;
      return [{ ...rentedAs(events, rent.rent, id, now), ...(guessed === true && { guessed }) }];
    }
    if (verdict.kind === 'not-created')
      return [{ t: 'not-created', rent: rent.rent, at: now, why: 'not-listed' }];
    return [];
  });
}

/** New rows that no rent of ours is known to own. Without the ids of before every row may be new. */
const newRows = (rent: Unsettled, list: ListReading, claimed: ReadonlySet<number>): readonly MatchRow[] =>
  list.rows.filter(({ id }) => !claimed.has(id) && rent.knownIds?.includes(id) !== true);

/** A list from before the request tells nothing of it; a clock put back since then must not make that last. */
const tooEarly = (rent: Unsettled, list: ListReading) => list.at < Math.min(rent.at, rent.since ?? rent.at);

/** The one row with the mark of this rent. */
function byMark(rent: Unsettled, list: ListReading, claimed: ReadonlySet<number>): number | undefined {
  if (tooEarly(rent, list)) return undefined;
  const [own, ...more] = list.rows.filter((row) => carries(row, rent.tag) && !claimed.has(row.id));
  return more.length === 0 ? own?.id : undefined;
}

type Others = {
  claimed: ReadonlySet<number>;
  /** Rents whose outcome is not known either: what is new may as well be theirs. */
  rivals: readonly Unsettled[];
  sending: ReadonlySet<string>;
};

function judge(rent: Unsettled, list: ListReading, { claimed, rivals, sending }: Others): Verdict {
  if (tooEarly(rent, list)) return { kind: 'wait' };
  const fresh = newRows(rent, list, claimed).filter((row) => !rivals.some(({ tag }) => carries(row, tag)));
  const hidden = hiddenRows(list);
  const hidBefore = rent.knownIds === undefined ? 0 : (rent.knownCount ?? 0) - rent.knownIds.length;
  const asMany = rent.knownIds === undefined && rent.knownCount === list.found;
  if (hidden === 0 && (asMany || fresh.length === 0)) return absent(rent, list);
  // As many are hidden as before it was sent: what it made may come to light, and that nothing was made it never says.
  if (fresh.length === 0 && hidden <= hidBefore && absent(rent, list).kind === 'wait')
    return { kind: 'wait' };
  const ids = fresh.map(({ id }) => id);
  const alike = rivals.filter((other) => newRows(other, list, claimed).some(({ id }) => ids.includes(id)));
  // One that is on its way may own what is new, and says so itself in a moment.
  if (alike.some((other) => sending.has(other.rent))) return { kind: 'wait' };
  const isWhole = hidden === 0 && hidBefore <= 0;
  // Without the ids of before any row may be an old one, but none that holds the very offer.
  const likely = rent.knownIds === undefined ? fresh.filter((row) => agrees(rent, row)) : fresh;
  const [only] = likely;
  const isOnly =
    only !== undefined && likely.length === 1 && isWhole && contradiction(rent, only) === undefined;
  if (isOnly && alike.length === 0) return { kind: 'adopt', id: only.id, guessed: true };
  return { kind: 'ask', ids };
}

/** How many instances the list counts and does not show. Each of them may be new. */
const hiddenRows = ({ found, rows }: ListReading): number => Math.max(0, found - rows.length);

const absent = ({ since }: Unsettled, { at }: ListReading): Verdict =>
  since !== undefined && at - since >= absentAfterMs ? { kind: 'not-created' } : { kind: 'wait' };

/** A list as it was answered; `at` as in ListReading. */
export const readingOf = (list: InstanceListReply, at: number): ListReading => ({
  at,
  found: Math.max(list.instances_found, list.instances.length + (list.missing ?? 0)),
  rows: list.instances,
});
