import { burn } from '../domain/money.ts';
import { dataOf } from '../loadable.ts';
import { useInstances, useUser } from './resources.ts';

/** Credit and quoted burn, each undefined until it is known; a burn with unpriced rows is not known. */
export function useMoney(): { credit: number | undefined; burnPerHour: number | undefined } {
  const credit = dataOf(useUser())?.credit;
  const rows = dataOf(useInstances())?.instances;
  const spent = rows === undefined ? undefined : burn(rows);
  return {
    credit,
    burnPerHour: spent === undefined || spent.priced < spent.count ? undefined : spent.perHour,
  };
}
