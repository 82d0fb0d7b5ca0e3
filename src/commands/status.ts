import { dollars, ratePerHour, runwaySpan } from '../base/format.ts';
import type { User } from '../client/wire.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { type AccountBurn, isMeasuredAlone, runway, runwayEnd, spentBeside } from '../engine/money/money.ts';
import { burnBeside, burnNow, sayUnpriced, volumesFor } from './burn.ts';
import { chargesFor } from './charges.ts';
import { type CommandContext, requireAccount, serviceTime } from './cli/context.ts';
import { type Source, sourcesEnd, wholenessOf } from './cli/missing-rows.ts';
import { printBeside, printJson, printRows } from './cli/output.ts';
import { instanceColumns, jsonRows } from './instance-columns.ts';

/** `rigdeck status`: what runs, what it costs, and how long the credit lasts. */
export async function statusCommand(context: CommandContext): Promise<number> {
  const { io, json, composition, signal } = context;
  const account = await requireAccount(context);
  const { api } = account;
  const asked = api.listInstances({ signal });
  const [user, list, charges, volumes] = await Promise.all([
    api.currentUser({ signal }),
    asked,
    json ? undefined : asked.then((reply) => chargesFor(context, api, reply.instances)),
    volumesFor(context, api),
  ]);
  const burn = await burnNow(context, account, user, list, volumes);
  const now = serviceTime(context, api);
  const { instances } = list;
  const sources: Source[] = [{ what: 'instance', ...list }, volumes];
  if (json) {
    printJson(io, {
      schema: 1,
      ...figures(user, burn, now),
      instances: jsonRows(context, instances),
      ...wholenessOf(sources),
    });
    sayUnpriced(context, burn);
    return sourcesEnd(io, sources);
  }
  printBeside(io, moneyLine(user, burn, now, composition.env.TZ));
  const beside = spentBeside(burn);
  if (beside?.isNews) printBeside(io, beside.text);
  if (instances.length === 0 && isWhole(list)) printBeside(io, 'no instances');
  else if (instances.length > 0)
    printRows(io, instanceColumns(now, composition.sshUser, charges?.charged), instances);
  if (charges?.unread !== undefined) io.say(charges.unread);
  sayUnpriced(context, burn);
  return sourcesEnd(io, sources);
}

/**
 * Credit in dollars, burn in $/h over the `priced` of `count` whose price is known, runway in seconds, what boots
 * being counted as running: null where it is not known, and where nothing is spent there is none.
 */
function figures(user: User, burn: AccountBurn, now: number) {
  const { quoted, coming, reckoned } = burn;
  const left = runway(user.credit, reckoned.perHour, now);
  return {
    credit: user.credit ?? null,
    burn_per_hour: quoted.perHour,
    once_booted_per_hour: coming ?? null,
    ...burnBeside(burn),
    runway_s: left === undefined || left === 'forever' ? null : Math.floor(left.ms / 1000),
    at_most: reckoned.atLeast,
  };
}

/**
 * `$41.20 credit · $1.92/h burn · 21h 27m runway → Sat 14:10`, with what boots `$0.32/h → $1.92/h burn`; with a price
 * missing burn and runway are bounds only, and without any `·`.
 */
function moneyLine(user: User, burn: AccountBurn, now: number, timeZone: string | undefined): string {
  const { quoted, coming, reckoned, measured, unexplained } = burn;
  const { priced, count } = quoted;
  const partial = priced < count;
  const rise = coming === undefined ? '' : ` → ${ratePerHour(coming)}`;
  const figure = priced === 0 && count > 0 ? '·' : `${partial ? '≥ ' : ''}${ratePerHour(quoted.perHour)}`;
  const seen =
    unexplained === undefined && !isMeasuredAlone(burn) ? '' : `, ${ratePerHour(measured?.perHour)} measured`;
  const burning = `${figure}${rise} burn${partial ? ` (${priced} of ${count} priced)` : ''}${seen}`;
  return [`${dollars(user.credit)} credit`, burning, runwayText()].join(' · ');

  function runwayText(): string {
    const { atLeast } = reckoned;
    const left = runway(user.credit, reckoned.perHour, now);
    if (left === undefined) return 'runway not known';
    if (left === 'forever') return atLeast || burn.fell ? 'runway not known' : 'nothing is spent';
    const end = runwayEnd(left.ms, left.endsAt, timeZone);
    return `${atLeast ? '≤ ' : ''}${runwaySpan(left.ms)} runway${end === '' ? '' : ` → ${end}`}`;
  }
}
