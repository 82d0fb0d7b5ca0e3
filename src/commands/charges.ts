import type { Client } from '../client/client-type.ts';
import { ended, withDeadline } from '../client/deadline.ts';
import { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import { type Charged, chargedFrom, readCharges } from '../engine/money/charged.ts';
import { chargesMayTell, gpuIsBilled, type Spent, sayable, spentAsKnown } from '../engine/money/money.ts';
import { lacksCall } from '../engine/refusals.ts';
import { type CommandContext, serviceTime } from './cli/context.ts';
import { type Source, unreadWords } from './cli/missing-rows.ts';

/** A line of a prompt must be quick: what instances have cost is an estimate where the charges take longer. */
export const chargesWithinMs = 2450;

const what = 'charge';
const estimated = 'What was spent is an estimate.';

/** What an instance has cost, in dollars; undefined where nothing tells that. */
export type CostOf = (instance: Instance) => Spent | undefined;

/** The same figure as the deck shows, as of `now` on the service's clock (epoch ms). */
export const costAsOf =
  (charged: Charged | undefined, now: number): CostOf =>
  (instance) =>
    sayable(spentAsKnown(instance, charged, now));

/** Charges as a source of what was spent: `charged` is absent where they were not asked for, or are not told. */
export type ChargesRead = Source & { charged?: Charged };

/**
 * What the service has charged, asked for once and for 2.5 s at most. None where none of the instances is one that
 * charges could tell about, which asks nothing, and where they are not told: not every service has them, and not every
 * key may see them.
 */
export async function chargesFor(
  context: CommandContext,
  api: Client,
  instances: readonly Instance[],
): Promise<ChargesRead> {
  const now = serviceTime(context, api);
  if (!instances.some((instance) => chargesMayTell(instance, chargedFrom(now)))) return { what };
  return readAllCharges(context, api);
}

/** The charges as a source of what was spent; none, and nothing is lacking, where the service has no such list. */
export async function readAllCharges(context: CommandContext, api: Client): Promise<ChargesRead> {
  const now = serviceTime(context, api);
  const { composition, signal } = context;
  try {
    const charged = await withDeadline(composition.clock, chargesWithinMs, undefined, (late) =>
      readCharges(api, now, { signal: AbortSignal.any([signal, late]), once: true }),
    );
    const bare = charged.charges.filter(({ amount }) => amount === undefined).length;
    const unread = `Couldn't read the amount of ${bare === 1 ? '1 charge' : `${bare} charges`}. ${estimated}`;
    return { what, charged, missing: charged.missing ?? 0, ...(bare > 0 && { unread }) };
  } catch (error) {
    if (signal.aborted || !(error === ended.timeout || error instanceof ApiError)) throw error;
    if (error instanceof ApiError && (await lacksCall(api, error, { signal, once: true }))) return { what };
    const why = unreadWords('charges', error instanceof ApiError ? error : undefined);
    return { what, unread: `${why} ${estimated}` };
  }
}

/** As often the charges of a list that is drawn again and again are read, as the deck reads them. */
const everyMs = 300_000;

/**
 * The same for a list that is drawn again and again: asked anew every five minutes, and when another GPU is charged than
 * before, whose last piece would be reckoned by the burn of another state.
 */
export function chargesWhileDrawn(
  context: CommandContext,
  api: Client,
): (instances: readonly Instance[]) => Promise<Charged | undefined> {
  const { clock } = context.composition;
  let last: { at: number; billed: string; charged: Charged | undefined } | undefined;
  return async (instances) => {
    const billed = instances
      .filter(({ actual_status }) => gpuIsBilled(actual_status))
      .map(({ id }) => id)
      .join(' ');
    if (last === undefined || last.billed !== billed || clock.now() - last.at >= everyMs)
      last = { at: clock.now(), billed, charged: (await chargesFor(context, api, instances)).charged };
    return last.charged;
  };
}
