import type { Client } from '../client/client-type.ts';
import type { Charge, ChargesReply } from '../client/wire.ts';
import type { Loadable } from '../loadable.ts';
import { useDeck } from './deck.ts';
import { pollSeconds } from './polling.ts';
import { useRead } from './use-read.ts';

const dayMs = 86_400_000;
/** Under this name the charges are in the cache. */
export const chargesKey = 'charges';
/** Days of charges that are read, today included. */
export const chargedDays = 14;
const onPage = 500;
const mostPages = 10;

/** `from` is epoch ms; `all` is false where there were more pages than are read. */
export type Charged = { charges: readonly Charge[]; from: number; all: boolean };

/** What the service has charged in the last days. Publicly known, not in interface.md: a refusal means "not known". */
export function useCharges(): Loadable<Charged> & { refresh: () => void } {
  const { clock } = useDeck().services;
  return useRead(chargesKey, (api) => readCharges(api, clock.now()), { every: pollSeconds.account });
}

async function readCharges(api: Client, now: number): Promise<Charged> {
  const from = (Math.floor(now / dayMs) - chargedDays + 1) * dayMs;
  const range = { from: from / 1000, to: Math.ceil(now / 1000), limit: onPage };
  const charges: Charge[] = [];
  let page: ChargesReply | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const after: string | undefined = page?.next_token;
    page = await api.listCharges({ ...range, ...(after === undefined ? {} : { after_token: after }) });
    charges.push(...page.results);
    if (page.next_token === undefined) break;
  }
  return { charges, from, all: page?.next_token === undefined };
}
