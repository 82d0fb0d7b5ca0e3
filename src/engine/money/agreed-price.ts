import { ratePerHour } from '../../base/format.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../instances/reading.ts';
import type { JournalEvent } from '../journal-events.ts';
import { instancePrices } from './instance-burn.ts';
import { diskPerHour, isDearer, known, sum } from './price-parts.ts';

/** An instance that costs more than was agreed to, both in $/h with its disk. */
export type Dearer = { id: number; perHour: number; agreed: number };

/** What was agreed to in $/h with the disk, by instance; one that was rented before such was noted is not there. */
function agreedPrices(events: readonly JournalEvent[]): ReadonlyMap<number, number> {
  const byRent = new Map(
    events.flatMap((event) =>
      event.t === 'intent' && event.agreed !== undefined ? [[event.rent, event.agreed]] : [],
    ),
  );
  return new Map(
    events.flatMap((event) => {
      const agreed = event.t === 'rented' && event.rent !== undefined ? byRent.get(event.rent) : undefined;
      return event.t === 'rented' && agreed !== undefined ? [[event.id, agreed]] : [];
    }),
  );
}

/** Whether its record asks for more than was agreed to, reckoned as it runs. A bid that the person raised is agreed to. */
export function dearerThanAgreed(row: Instance, agreed: number | undefined): Dearer | undefined {
  const { total } = instancePrices(row);
  const bid = row.is_bid === true ? sum(row.bid_price, diskPerHour(row.storage_cost, row.disk_space)) : 0;
  if (!known(agreed) || !known(total)) return undefined;
  const most = Math.max(agreed, bid ?? 0);
  if (!isDearer(total, most)) return undefined;
  return { id: row.id, perHour: total, agreed: most };
}

/** By the id of an instance. */
export type DearerById = ReadonlyMap<number, Dearer>;

/** Whether a person is to look at it: for its state, or for its price. */
export const needsPerson = (row: Instance, dearer: DearerById): boolean =>
  readInstance(row).needsYou || dearer.has(row.id);

/** Those of the rows that cost more than was agreed to, by id. */
export function dearerRows(rows: readonly Instance[], events: readonly JournalEvent[]): DearerById {
  const agreed = agreedPrices(events);
  return new Map(
    rows.flatMap((row) => {
      const dearer = dearerThanAgreed(row, agreed.get(row.id));
      return dearer === undefined ? [] : [[row.id, dearer]];
    }),
  );
}

/** `costs $0.902/h, you agreed to $0.098/h`, after a name. */
export const dearerWords = ({ perHour, agreed }: Dearer): string =>
  `costs ${ratePerHour(perHour)}, you agreed to ${ratePerHour(agreed)}`;
