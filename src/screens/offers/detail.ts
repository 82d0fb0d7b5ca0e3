import type { Offer } from '../../client/wire.ts';
import { count, disk, memory, rate, ratePerDay, ratePerHour, speed } from '../../domain/format.ts';
import { dayMonth, epochMs, runwaySpan } from '../../domain/format-time.ts';
import { offerCost, runway } from '../../domain/money.ts';
import { gpuLabel } from '../../domain/names.ts';
import type { Parts } from '../../parts.ts';

export type Money = { credit: number | undefined; burnPerHour: number | undefined };
type Words = { sep: string; arrow: string; absent: string };

/** The disk that interface.md gives an instance when none is asked for, in GB. */
export const defaultDiskGb = 8;

const given = (parts: readonly (string | undefined)[], sep: string) =>
  parts.filter((part) => part !== undefined).join(` ${sep} `);
const when = <T>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? undefined : write(value);

/** What is known of an offer, in a few lines, and what renting it would do to the runway. */
export function offerDetail(
  offer: Offer,
  money: Money,
  now: number,
  words: Words,
  timeZone: string,
): Parts[] {
  const { sep } = words;
  const machine = given(
    [
      [gpuLabel(offer) ?? words.absent, when(offer.gpu_ram, memory)]
        .filter((part) => part !== undefined)
        .join(' '),
      when(
        offer.cpu_cores_effective,
        (own) => `${count(Math.round(own))} of ${count(offer.cpu_cores)} cores`,
      ),
      when(offer.cpu_ram, (mb) => `${memory(mb)} RAM`),
      when(offer.disk_space, (gb) => `${disk(gb)} disk`),
      when(
        offer.pci_gen,
        (gen) => `PCIe ${gen.toFixed(1)}${offer.gpu_lanes === undefined ? '' : ` x${offer.gpu_lanes}`}`,
      ),
      when(offer.cuda_max_good, (cuda) => `CUDA ${cuda}`),
    ],
    sep,
  );
  const network = given(
    [
      when(
        offer.inet_up,
        (up) => `up ${speed(up)}${when(offer.inet_up_cost, (c) => ` at $${rate(c)}/GB`) ?? ''}`,
      ),
      when(
        offer.inet_down,
        (down) => `down ${speed(down)}${when(offer.inet_down_cost, (c) => ` at $${rate(c)}/GB`) ?? ''}`,
      ),
      when(offer.direct_port_count, (ports) => `${ports} direct ${ports === 1 ? 'port' : 'ports'}`),
    ],
    sep,
  );
  const host = given(
    [
      when(offer.end_date, (end) => `rents until ${dayMonth(epochMs(end), timeZone)}`),
      when(offer.host_id, (id) => `host ${id}`),
      when(offer.machine_id, (id) => `machine ${id}`),
      offer.geolocation,
      offer.verification,
    ],
    sep,
  );
  return [[machine], costLine(offer, words), runwayLine(offer, money, now, words), [network], [host]].filter(
    (parts) => parts[0] !== '',
  );
}

function costLine(offer: Offer, words: Words): Parts {
  const bid = offer.is_bid === true ? offer.min_bid : undefined;
  const {
    gpu,
    disk: storage,
    total,
  } = offerCost(offer, { diskGb: defaultDiskGb, ...(bid === undefined ? {} : { bid }) });
  const parts = `GPU ${rate(gpu)} + disk ${defaultDiskGb} GB ${rate(storage)}`;
  return total === undefined
    ? [`${parts}, total not known`]
    : [
        `${parts} = `,
        [`${ratePerHour(total)}, ${ratePerDay(total)}`, 'bold'],
        bid === undefined ? '' : ` ${words.sep} bid`,
      ];
}

/** Runway now and after renting, `21h 27m → 18h 27m`; nothing while either is unknown. */
export function runwayLine(
  offer: Offer,
  money: Money,
  now: number,
  words: Pick<Words, 'arrow'>,
  diskGb = defaultDiskGb,
): Parts {
  const bid = offer.is_bid === true ? offer.min_bid : undefined;
  const { total } = offerCost(offer, { diskGb, ...(bid === undefined ? {} : { bid }) });
  return runwayChange(money, total, now, words);
}

/** The same for any change of the burn, in $/h. */
export function runwayChange(
  money: Money,
  addPerHour: number | undefined,
  now: number,
  words: Pick<Words, 'arrow'>,
): Parts {
  const before = runway(money.credit, money.burnPerHour, now);
  const after =
    money.burnPerHour === undefined || addPerHour === undefined
      ? undefined
      : runway(money.credit, money.burnPerHour + addPerHour, now);
  if (after === undefined || after === 'forever') return [''];
  const from = before === undefined || before === 'forever' ? 'no end' : runwaySpan(before.ms);
  return [`Runway ${from} ${words.arrow} ${runwaySpan(after.ms)} if you rent this`];
}
