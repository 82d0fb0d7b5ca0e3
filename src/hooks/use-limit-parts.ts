import type { Parts } from '../base/parts.ts';
import type { Instance } from '../client/wire.ts';
import { contractEnd, contractEndWords } from '../engine/auto-stop/contract-end.ts';
import { ownTimeOf } from '../engine/auto-stop/limit-desk.ts';
import { limitWords } from '../engine/auto-stop/limit-words.ts';
import { dueOf, limitsOf } from '../engine/auto-stop/limits.ts';
import { dearerWords } from '../engine/money/agreed-price.ts';
import { partsText } from '../tui/text/parts.ts';
import { useDearer } from './use-dearer.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useOpenLimits } from './use-journal.ts';
import { useShownNow } from './use-now.ts';

/**
 * What is to be known of an instance before anything else, a line each: that it costs more than was agreed to, and what
 * ends it by itself, its limits and its contract where that ends within a day.
 */
export function useLimitParts(instance: Instance | null | undefined, sep: string): readonly Parts[] {
  const deck = useDeck();
  const session = useSession();
  const open = useOpenLimits();
  const dearer = useDearer().get(instance?.id ?? 0);
  const { timeZone } = deck.services;
  const partsAt = (now: number): readonly Parts[] => {
    if (instance === null || instance === undefined || session === undefined) return [];
    const limits = limitsOf(open, instance.id).map((limit): Parts => {
      const meter = deck.limits.meters.get(limit.limit);
      const own = ownTimeOf(deck, limit);
      const near = dueOf(limit, now, meter, own).is !== 'waiting';
      return [[limitWords(limit, { now, timeZone, sep, meter, own }), near ? 'warn' : 'plain']];
    });
    const end = contractEnd(instance, now);
    const price: Parts[] = dearer === undefined ? [] : [[[`It ${dearerWords(dearer)}`, 'warn']]];
    const contract: Parts[] = end === undefined ? [] : [[[contractEndWords(end, now, timeZone), 'warn']]];
    return [...price, ...limits, ...contract];
  };
  return partsAt(useShownNow((now) => partsText(partsAt(now).flat())));
}
