import type { Client } from '../client/client-type.ts';
import { ended, withDeadline } from '../client/deadline.ts';
import { ApiError } from '../client/errors.ts';
import type { InstanceListReply, ListReply, User, Volume } from '../client/wire.ts';
import type { Account } from '../composition.ts';
import { type AccountBurn, accountBurn, burn, quoteOf } from '../domain/money.ts';
import { creditSeries, quoteSeries, sampleRules } from '../domain/samples.ts';
import { openSamples } from '../local/samples.ts';
import { chargesWithinMs } from './charges.ts';
import type { CommandContext } from './context.ts';

/** The volumes of the account, asked for once and as long as charges are; undefined where they are not told. */
export async function volumesFor(
  { composition, signal }: CommandContext,
  api: Client,
): Promise<ListReply<Volume> | undefined> {
  try {
    return await withDeadline(composition.clock, chargesWithinMs, undefined, (late) =>
      api.listVolumes({ signal: AbortSignal.any([signal, late]), once: true }),
    );
  } catch (error) {
    if (signal.aborted || !(error === ended.timeout || error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** What the account spends, as the deck reckons it. Each run keeps what it has read, so that the next one can measure. */
export async function burnNow(
  { composition: { clock, paths } }: CommandContext,
  { baseUrl, sandbox }: Pick<Account, 'baseUrl' | 'sandbox'>,
  user: User,
  { instances, missing: unlisted = 0 }: InstanceListReply,
  listed: ListReply<Volume> | undefined,
): Promise<AccountBurn> {
  const volumes = listed?.rows;
  const missing = unlisted + (listed?.missing ?? 0);
  const path = sandbox ? undefined : paths.samples;
  const samples = openSamples({ clock, rules: sampleRules, ...(path !== undefined && { path }) });
  const [credit, quotes] = [creditSeries(baseUrl, user.id), quoteSeries(baseUrl, user.id)];
  const at = clock.now();
  if (user.credit !== undefined)
    await samples.add(at, {
      [credit]: user.credit,
      [quotes]: quoteOf(accountBurn(instances, [], at, { volumes, missing })),
    });
  return accountBurn(instances, samples.series(credit), at, {
    volumes,
    missing,
    quotes: samples.series(quotes),
  });
}

/** How many prices of the instances are known, of how many, and $/h beside them; null where it is not known. */
export function burnBeside(
  { volumes, measured, unexplained }: AccountBurn,
  { instances, missing }: InstanceListReply,
): Record<string, number | null> {
  const { priced, count } = burn(instances, missing);
  return {
    priced,
    count,
    volumes_per_hour: volumes === undefined || volumes.priced < volumes.count ? null : volumes.perHour,
    measured_per_hour: measured?.perHour ?? null,
    unexplained_per_hour: unexplained ?? null,
  };
}
