import { dollars, rate, ratePerHour, runwaySpan, span } from '../base/format.ts';
import type { Instance } from '../client/wire.ts';
import { instanceName } from '../engine/instances/names.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { chargedDays } from '../engine/money/charged.ts';
import {
  type AccountBurn,
  burnCell,
  burnParts,
  runway,
  runwayEnd,
  type SpentByGone,
  spentBeside,
  spentByGone,
  spentDollars,
} from '../engine/money/money.ts';
import { burnBeside, burnNow, sayUnpriced, volumesFor } from './burn.ts';
import { type CostOf, costAsOf, readAllCharges } from './charges.ts';
import { type CommandContext, requireAccount, serviceTime } from './cli/context.ts';
import { type Source, sourcesEnd, wholenessOf } from './cli/missing-rows.ts';
import { type PrintColumn, printBeside, printJson, printRows } from './cli/output.ts';
import { spentBasis } from './instance-columns.ts';

/**
 * `rigdeck cost`: what the account spends by its prices, and by what the credit has lost since it was read before. Each
 * run keeps a sample of the credit, so that the next one can measure.
 */
export async function costCommand(context: CommandContext): Promise<number> {
  const { io, json, composition, signal } = context;
  const account = await requireAccount(context);
  const { api } = account;
  const userRead = api.currentUser({ signal });
  const [user, list, charges, volumes] = await Promise.all([
    userRead,
    api.listInstances({ signal }),
    // Charges are asked for by the service's clock, which its first answer tells.
    userRead.then(() => readAllCharges(context, api)),
    volumesFor(context, api),
  ]);
  const { instances } = list;
  const { charged } = charges;
  const sources: Source[] = [{ what: 'instance', ...list }, volumes, charges];
  const burn = await burnNow(context, account, user, list, volumes);
  const now = serviceTime(context, api);
  const cost = costAsOf(charged, now);
  const gone = charged === undefined || !isWhole(list) ? undefined : spentByGone(instances, charged);
  if (json) {
    printJson(io, {
      schema: 1,
      credit: user.credit ?? null,
      burn: burnFields(burn),
      runway: runwayFields(user.credit, burn, now),
      instances: instances.map((row) => instanceFields(row, cost)),
      gone: goneFields(gone, charges.unread !== undefined),
      ...wholenessOf(sources),
    });
    sayUnpriced(context, burn);
    return sourcesEnd(io, sources);
  }
  for (const line of summary(user.credit, burn, now, composition.env.TZ)) printBeside(io, line);
  if (gone !== undefined && gone.each.length > 0)
    printBeside(
      io,
      `gone      ${gone.isLeast || charges.unread !== undefined ? '≥ ' : ''}${dollars(gone.dollars)} by ${gone.each.length} no longer listed, last ${chargedDays} days`,
    );
  else if (charges.unread !== undefined && isWhole(list)) printBeside(io, 'gone      ·');
  if (io.outIsTerminal) io.out('\n');
  if (instances.length > 0) printRows(io, costColumns(cost), instances);
  sayUnpriced(context, burn);
  return sourcesEnd(io, sources);
}

/** $/h, and seconds; null where it is not known. */
function burnFields(burn: AccountBurn) {
  const { quoted, coming, measured } = burn;
  return {
    quoted_per_hour: quoted.priced === 0 && quoted.count > 0 ? null : quoted.perHour,
    ...burnBeside(burn),
    once_booted_per_hour: coming ?? null,
    measured_over_s: measured === undefined ? null : Math.round(measured.spanMs / 1000),
  };
}

/** Seconds and epoch seconds; both null where the credit has no end in sight or is not known. */
function runwayFields(credit: number | undefined, { reckoned }: AccountBurn, now: number) {
  const left = runway(credit, reckoned.perHour, now);
  const known = left === undefined || left === 'forever' ? undefined : left;
  return {
    seconds: known === undefined ? null : Math.floor(known.ms / 1000),
    ends_at: known === undefined ? null : Math.floor((now + known.ms) / 1000),
    basis: reckoned.basis,
    at_most: reckoned.atLeast,
  };
}

function instanceFields(instance: Instance, costOf: CostOf) {
  const { gpu, disk, total } = burnParts(instance);
  const cost = costOf(instance);
  return {
    id: instance.id,
    label: instance.label ?? null,
    state: readInstance(instance).word,
    per_hour: total ?? null,
    gpu_per_hour: gpu ?? null,
    disk_per_hour: disk ?? null,
    spent: cost?.dollars ?? null,
    spent_basis: cost?.basis ?? null,
  };
}

/** What instances that are not listed any more were charged in the last days; null where the service does not say all. */
function goneFields(gone: SpentByGone | undefined, lacksSome: boolean) {
  if (gone === undefined) return null;
  return {
    spent: lacksSome && gone.each.length === 0 ? null : gone.dollars,
    at_least: gone.isLeast || lacksSome,
    instances: gone.each.map(({ id, label, dollars }) => ({ id, label: label ?? null, spent: dollars })),
  };
}

function summary(
  credit: number | undefined,
  burn: AccountBurn,
  now: number,
  timeZone: string | undefined,
): string[] {
  const { quoted, coming, measured, reckoned, volumes } = burn;
  const beside = spentBeside(burn);
  const none = quoted.priced === 0 && quoted.count > 0;
  const partial = quoted.priced < quoted.count;
  const left = runway(credit, reckoned.perHour, now);
  const end = left === undefined || left === 'forever' ? '' : runwayEnd(left.ms, left.endsAt, timeZone);
  return [
    `credit    ${credit === undefined ? '·' : dollars(credit)}`,
    `quoted    ${none ? '·' : `${partial ? '≥ ' : ''}${ratePerHour(quoted.perHour)}`}${
      partial ? `, ${quoted.priced} of ${quoted.count} priced` : ''
    }${coming === undefined ? '' : `, ${ratePerHour(coming)} once all have booted`}`,
    ...(volumes === undefined || (volumes.perHour === 0 && volumes.priced === volumes.count)
      ? []
      : [
          `volumes   ${volumes.priced < volumes.count ? '·' : `${ratePerHour(volumes.perHour)}, in the quoted`}`,
        ]),
    `measured  ${
      measured === undefined
        ? '·, the credit has not been read for five minutes yet'
        : `${ratePerHour(measured.perHour)} over the last ${span(measured.spanMs)}`
    }`,
    `runway    ${
      left === undefined || (left === 'forever' && (reckoned.atLeast || burn.fell))
        ? '·'
        : left === 'forever'
          ? 'nothing is spent'
          : `${reckoned.atLeast ? '≤ ' : ''}${runwaySpan(left.ms)}${end === '' ? '' : ` → ${end}`}${
              reckoned.basis === 'measured' ? ', as measured' : ''
            }`
    }`,
    ...(beside?.isNews ? [beside.text] : []),
  ];
}

const costColumns = (cost: CostOf): readonly PrintColumn<Instance>[] => [
  { title: 'ID', text: (i) => String(i.id), raw: (i) => i.id, right: true, priority: 1 },
  {
    title: 'LABEL',
    text: (i) => (i.label === undefined ? '·' : instanceName(i)),
    raw: (i) => i.label,
    least: 10,
    priority: 4,
  },
  { title: 'STATE', text: (i) => readInstance(i).word, raw: (i) => readInstance(i).word, priority: 2 },
  ...(['total', 'gpu', 'disk'] as const).map((part) => ({
    title: { total: '$/H', gpu: 'GPU $/H', disk: 'DISK $/H' }[part],
    text: (i: Instance) => (part === 'total' ? burnCell(i) : rate(burnParts(i)[part])),
    raw: (i: Instance) => burnParts(i)[part],
    right: true,
    priority: { total: 3, gpu: 6, disk: 7 }[part],
  })),
  {
    title: 'SPENT',
    text: (i) => spentDollars(cost(i)),
    raw: (i) => cost(i)?.dollars,
    right: true,
    priority: 5,
  },
  spentBasis(cost),
];
