import { dollars } from '../../base/format-number.ts';
import { span } from '../../base/format-time.ts';
import { type Meter, spentBy } from './limit-spend.ts';
import { momentWords } from './limit-when.ts';
import { dueOf, type LimitAct, type OpenLimit, type OwnTime } from './limits.ts';

/** `does` it at a time, or it `was to`. */
export const actWords: Readonly<
  Record<LimitAct, { does: string; todo: string; done: string; doing: string }>
> = {
  stop: { does: 'stops', todo: 'stop', done: 'stopped', doing: 'Stopping' },
  destroy: { does: 'is destroyed', todo: 'be destroyed', done: 'destroyed', doing: 'Destroying' },
};

type Around = { now: number; timeZone?: string; meter?: Meter | undefined; own?: OwnTime; sep: string };

/** Who does it. The words must not let anybody close the deck and rely on it. */
export const keptWords = { here: 'kept while rigdeck runs', service: 'on the service' } as const;

/** A limit as it is shown: `stops at 18:30, in 2h 10m · kept while rigdeck runs`. */
export function limitWords(limit: OpenLimit, around: Around): string {
  return `${whenWords(limit, around)} ${around.sep} ${keptWords[limit.kept]}`;
}

/** Of a limit whose machine a rescue has replaced: `stops at $5.00, counted from 9100698 on`. */
export function followWords(limit: OpenLimit, { now, timeZone }: Pick<Around, 'now' | 'timeZone'>): string {
  const at = limit.until === undefined ? dollars(limit.budget) : momentWords(limit.until, now, timeZone);
  const since = limit.until === undefined ? `, counted from ${limit.first ?? limit.id} on` : '';
  return `${actWords[limit.act].does} at ${at}${since}`;
}

/** `stops at 18:30, in 2h 10m`; `stops at $5.00, $1.20 spent so far, in about 2h`. */
export function whenWords(limit: OpenLimit, { now, timeZone, meter, own }: Omit<Around, 'sep'>): string {
  const due = dueOf(limit, now, meter, own);
  const { does, todo } = actWords[limit.act];
  const at = limit.until === undefined ? dollars(limit.budget) : momentWords(limit.until, now, timeZone);
  if (due.is === 'due') return `was to ${todo} at ${at}, ${span(due.lateMs)} ago`;
  if (limit.until !== undefined) return `${does} at ${at}, in ${span(due.leftMs)}`;
  const spent = meter === undefined ? undefined : `${dollars(spentBy(meter, own?.now ?? now))} spent so far`;
  const left = due.leftMs === undefined ? undefined : `in about ${span(due.leftMs)}`;
  return [`${does} at ${at}`, spent, left].filter((part) => part !== undefined).join(', ');
}
