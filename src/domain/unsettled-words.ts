import type { Unsettled } from './rent-journal-machine.ts';

/** Why nothing can be rented while the outcome of a rent is not known, and what to do about it. */
export const rentBlockWords = ({ offerId }: Pick<Unsettled, 'offerId'>): string =>
  `It is not known yet whether offer ${offerId} was rented: nothing else is until that is settled (Z)`;

/** Which rigdeck rents on the account, so that this one does not. `path` is the file that says so. */
export function otherWriterWords(by: {
  pid: number;
  host: string;
  path: string;
  alive: 'yes' | 'unknown';
}): string {
  if (by.alive === 'yes')
    return `Another rigdeck (process ${by.pid}) rents on this account: this one does once that has ended`;
  const [machine = ''] = by.host.split(' ');
  return `Another rigdeck (process ${by.pid} on ${machine}) rents on this account. If it has ended, delete ${by.path}`;
}
