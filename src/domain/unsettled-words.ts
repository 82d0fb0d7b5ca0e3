import type { Unsettled } from './rent-journal-machine.ts';

/** Why nothing can be rented while the outcome of a rent is not known, and what to do about it. */
export const rentBlockWords = ({ offerId }: Pick<Unsettled, 'offerId'>): string =>
  `It is not known yet whether offer ${offerId} was rented: nothing else is until that is settled (Z)`;
