import type { CallOptions, Client } from '../../client/client-type.ts';
import type { Charge, ChargesReply } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';

const dayMs = 86_400_000;
/** Days of UTC of which charges are read, today included. */
export const chargedDays = 14;
const onPage = 500;
const mostPages = 10;

/**
 * `from` is epoch ms; `all` is false where there were more pages than are read, and where rows are missing, `missing` of
 * which are known.
 */
export type Charged = { charges: readonly Charge[]; from: number; all: boolean; missing?: number };

/** The beginning of the first day, in epoch ms, of which charges are read at `now`. */
export const chargedFrom = (now: number): number => (Math.floor(now / dayMs) - chargedDays + 1) * dayMs;

/**
 * What the service has charged in the last days, as of `now` on its clock (epoch ms). Publicly known, not in interface.md: a
 * refusal, which is thrown as any error of the client, means "not known".
 */
export async function readCharges(
  api: Pick<Client, 'listCharges'>,
  now: number,
  options?: CallOptions,
): Promise<Charged> {
  const from = chargedFrom(now);
  const range = { from: from / 1000, to: Math.ceil(now / 1000), limit: onPage };
  const charges: Charge[] = [];
  let page: ChargesReply | undefined;
  let whole = true;
  let missing = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const after: string | undefined = page?.next_token;
    page = await api.listCharges(
      { ...range, ...(after === undefined ? {} : { after_token: after }) },
      options,
    );
    charges.push(...page.results);
    whole &&= isWhole(page);
    missing += page.missing ?? 0;
    if (page.next_token === undefined) break;
  }
  return {
    charges,
    from,
    all: page?.next_token === undefined && whole,
    ...(missing > 0 && { missing }),
  };
}
