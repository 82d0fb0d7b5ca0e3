import type { JournalEvent, RentEvent } from '../journal-events.ts';
import { absentAfterMs } from '../write.ts';
import { rentedAs, unsettled } from './rent-journal-machine.ts';
import { carries } from './rent-match.ts';
import type { ListReading } from './rent-verdict.ts';

type Intent = Extract<RentEvent, { t: 'intent' }>;

/** For how long a rent that counts as not created is still looked for: no gateway keeps a request for longer. */
const lookedForMs = 86_400_000;

/**
 * Rents whose mark a list may still show although nothing waits for them: they count as not created, or were sent by
 * another key or to another name of the service. `mine` are the events of the account whose list is read.
 */
export function sought(
  all: readonly JournalEvent[],
  mine: readonly JournalEvent[],
  now: number,
  sending: ReadonlySet<string> = new Set(),
): Intent[] {
  const closed = new Set<string | undefined>(unsettled(mine).map(({ rent }) => rent));
  const absent = new Set<string>();
  const unclear = new Set<string>();
  for (const event of all) {
    if (event.t === 'rented') closed.add(event.rent);
    else if (event.t === 'not-created' && event.insisted === true) closed.add(event.rent);
    else if (event.t === 'not-created') absent.add(event.rent);
    else if (event.t === 'unclear') unclear.add(event.rent);
  }
  return all.filter((event): event is Intent & JournalEvent => {
    if (event.t !== 'intent' || event.tag === undefined) return false;
    if (closed.has(event.rent) || sending.has(event.rent)) return false;
    // Another process may be waiting for the answer of one that is new.
    return absent.has(event.rent)
      ? now - event.at <= lookedForMs
      : unclear.has(event.rent) || now - event.at > absentAfterMs;
  });
}

/** What a list shows to have come of those: the mark of a rent is proof, whatever was taken for its outcome before. */
export function foundByMark(
  all: readonly JournalEvent[],
  mine: readonly JournalEvent[],
  { rows }: Pick<ListReading, 'rows'>,
  now: number,
  sending?: ReadonlySet<string>,
): { intent: Intent; event: Extract<RentEvent, { t: 'rented' }> }[] {
  const rented = new Set(mine.flatMap((event) => (event.t === 'rented' ? [event.id] : [])));
  return sought(all, mine, now, sending).flatMap((intent) => {
    const [row, ...more] = rows.filter((one) => carries(one, intent.tag) && !rented.has(one.id));
    return row === undefined || more.length > 0
      ? []
      : [{ intent, event: rentedAs(all, intent.rent, row.id, now) }];
  });
}
