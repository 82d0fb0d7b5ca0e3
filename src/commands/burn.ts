import type { Client } from '../client/client-type.ts';
import { ended, withDeadline } from '../client/deadline.ts';
import { ApiError } from '../client/errors.ts';
import type { InstanceListReply, User, Volume } from '../client/wire.ts';
import { type AccountBurn, accountBurn, quoteSample } from '../engine/money/money.ts';
import {
  creditSeries,
  knownQuotes,
  quoteSeries,
  sampleRules,
  unquotedSeries,
} from '../engine/money/samples.ts';
import { lacksCall } from '../engine/refusals.ts';
import { openSamples } from '../platform/files/samples.ts';
import { chargesWithinMs } from './charges.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { minimums, type Source, unreadWords } from './cli/missing-rows.ts';

/** The volumes of an account as a source of its burn; none where the service has no such list. */
export type VolumesRead = Source & { volumes: readonly Volume[] | 'unread' };

const what = 'volume';

/** The volumes of the account, asked for once and as long as charges are. */
export async function volumesFor({ composition, signal }: CommandContext, api: Client): Promise<VolumesRead> {
  try {
    const { rows, missing } = await withDeadline(composition.clock, chargesWithinMs, undefined, (late) =>
      api.listVolumes({ signal: AbortSignal.any([signal, late]), once: true }),
    );
    return { what, volumes: rows, ...(missing !== undefined && { missing }) };
  } catch (error) {
    if (signal.aborted || !(error === ended.timeout || error instanceof ApiError)) throw error;
    if (error instanceof ApiError && (await lacksCall(api, error, { signal, once: true })))
      return { what, volumes: [] };
    const why = unreadWords('volumes', error instanceof ApiError ? error : undefined);
    return { what, volumes: 'unread', unread: `${why} ${minimums}` };
  }
}

/** What the account spends, as the deck reckons it. Each run keeps what it has read, so that the next one can measure. */
export async function burnNow(
  { composition: { clock, paths } }: CommandContext,
  { baseUrl, sandbox }: Pick<Account, 'baseUrl' | 'sandbox'>,
  user: User,
  { instances, missing: unlisted = 0 }: InstanceListReply,
  { volumes, missing: unlistedVolumes = 0 }: VolumesRead,
): Promise<AccountBurn> {
  const missing = unlisted + unlistedVolumes;
  const path = sandbox ? undefined : paths.samples;
  const samples = openSamples({ clock, rules: sampleRules, ...(path !== undefined && { path }) });
  const credit = creditSeries(baseUrl, user.id);
  const at = clock.now();
  if (user.credit !== undefined)
    await samples.add(at, {
      [credit]: user.credit,
      ...quoteSample(baseUrl, user.id, accountBurn(instances, [], at, { volumes, missing })),
    });
  return accountBurn(instances, samples.series(credit), at, {
    volumes,
    missing,
    quotes: knownQuotes(samples.series(quoteSeries(baseUrl, user.id))),
    unquoted: samples.series(unquotedSeries(baseUrl, user.id)),
  });
}

/** How many prices are known, of how many, and $/h beside them; null where it is not known. */
export function burnBeside({
  quoted,
  volumes,
  measured,
  unexplained,
}: AccountBurn): Record<string, number | null> {
  return {
    priced: quoted.priced,
    count: quoted.count,
    volumes_per_hour: volumes === undefined || volumes.priced < volumes.count ? null : volumes.perHour,
    measured_per_hour: measured?.perHour ?? null,
    unexplained_per_hour: unexplained ?? null,
  };
}

/** Why sums are minimums although every list came: no row of a table shows that a volume has no price. */
export function sayUnpriced({ io }: Pick<CommandContext, 'io'>, { volumes }: AccountBurn): void {
  const bare = volumes === undefined ? 0 : volumes.count - volumes.priced;
  if (bare > 0) io.say(`${bare === 1 ? '1 volume has' : `${bare} volumes have`} no price. ${minimums}`);
}
