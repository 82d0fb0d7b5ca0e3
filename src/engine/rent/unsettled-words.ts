import type { RentEvent } from '../journal-events.ts';
import { absentAfterMs } from '../write.ts';
import type { Unsettled } from './rent-journal-machine.ts';
import type { Verdict } from './rent-verdict.ts';

type Named = Pick<Unsettled, 'offerId'>;

/** Why nothing can be rented while the outcome of a rent is not known, and what to do about it, by the key named. */
export const rentBlockWords = ({ offerId }: Named, settleKey: string): string =>
  `Not known yet whether offer ${offerId} was rented: settle that first (${settleKey})`;

/** What is said as rigdeck starts of rents that an earlier run left without an outcome, by the key that shows them. */
export const unsettledBeforeWords = (rents: number, settleKey: string): string =>
  rents === 1
    ? `1 rent of before has no known end: ${settleKey} shows it`
    : `${rents} rents of before have no known end: ${settleKey} shows them`;

/** Which rigdeck rents on the account, so that this one does not. `path` is the file that says so. */
export function otherWriterWords(by: {
  pid: number;
  host: string;
  path: string;
  alive: 'yes' | 'unknown';
}): string {
  if (by.alive === 'yes') return `Another rigdeck (process ${by.pid}) rents on this account until it ends`;
  const [machine = ''] = by.host.split(' ');
  return `Another rigdeck (process ${by.pid} on ${machine}) rents on this account. If it has ended, delete ${by.path}`;
}

/** What is said of a journal that something has damaged. */
export function damageWords({ lines, path }: { lines: number; path: string }): string {
  const what = lines === 1 ? '1 line of rents.jsonl' : `${lines} lines of rents.jsonl`;
  return `${what} cannot be read or ${lines === 1 ? 'is' : 'are'} missing: a rent without an outcome, an auto-stop or a replacement may be missing. Look for machines that you do not know before you rent. File: ${path}`;
}

/** What a rent that cannot be written down is not protected from. */
export const unprotectedWords = (why: string): string =>
  `${why} If the answer is lost or rigdeck ends, nothing will look for this rent.`;

/** How what is said of a lost answer begins; it goes from the message line once there is an outcome. */
export const outcomeUnknown = 'Outcome unknown.';

/** What stands on the message line when a rent got its outcome after all. */
export function settledWords(
  { offerId, gpu, byItself }: Pick<Unsettled, 'offerId' | 'gpu' | 'byItself'>,
  event: RentEvent,
): { level: 'info' | 'warn'; text: string } {
  const what = gpu === undefined ? `offer ${offerId}` : `offer ${offerId} (${gpu})`;
  if (event.t === 'rented') {
    const asks =
      event.guessed === true && byItself === true
        ? ' It carries no mark of the rent, so a rescue of it asks first.'
        : '';
    return {
      level: 'info',
      text: `Settled: ${what} was rented, as instance ${event.id}; it is charged.${asks}`,
    };
  }
  const why = event.t === 'not-created' ? event.why : 'not-listed';
  return why === 'person'
    ? { level: 'info', text: `Settled as you said: of ${what} nothing was created.` }
    : {
        level: 'warn',
        text: `No machine of ${what} has appeared for ${absentAfterMs / 1000} s, so it was not created. That is rigdeck's guess, not the service's word; it is safe to try again.`,
      };
}

/** What is said when a list shows what came of a rent that counted as not created, or that another key has sent. */
export const foundWords = (
  { offer_id, gpu, tag }: { offer_id: number; gpu?: string; tag?: string },
  { id }: { id: number },
): string =>
  `Correction: offer ${offer_id}${gpu === undefined ? '' : ` (${gpu})`} was rented after all. Instance ${id} has its label ${tag} and is billed.`;

/**
 * For how many ms up to `now` nobody has known what became of a rent: from when it was sent, in an earlier run too, or,
 * where a clock put back has placed that in the future, from when its answer was found missing. All in epoch ms.
 */
export const unknownForMs = (
  { at, since = at }: { at: number; since?: number | undefined },
  now: number,
): number => Math.max(0, now - (at <= now ? at : since));

/** What is being done about a rent without an outcome, in the words of a row. */
export function verdictWords(
  verdict: Verdict,
  about: {
    canRead: boolean;
    settlesHere: boolean;
    nextLookMs: number | undefined;
    since: number | undefined;
    otherKey: boolean;
    now: number;
  },
): string {
  const { canRead, settlesHere, nextLookMs, since, otherKey, now } = about;
  if (!settlesHere) return 'it is settled by the rigdeck that rents';
  if (!canRead) return 'the list cannot be read: waiting until it can';
  const next =
    nextLookMs === undefined ? 'looking' : `looks again in ${Math.max(1, Math.ceil(nextLookMs / 1000))}s`;
  if (otherKey) return 'sent with another API key: only you can tell';
  if (verdict.kind === 'ask')
    return verdict.ids.length === 0
      ? 'the list counts more than it shows: only you can tell'
      : `it may be ${verdict.ids.slice(0, 3).join(', ')}${verdict.ids.length > 3 ? ', …' : ''}: only you can tell`;
  if (since === undefined) return next;
  const left = Math.max(0, Math.ceil((since + absentAfterMs - now) / 1000));
  return `not created in ${left}s if nothing appears; ${next}`;
}
