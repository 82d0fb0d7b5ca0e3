import { count, disk, memory, rate, ratePerDay, ratePerHour, speed } from '../../base/format.ts';
import { dayOf, epochMs, stretch } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Offer } from '../../client/wire.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { type Money, offerCost, runwayAfter } from '../../engine/money/money.ts';
import type { Sample } from '../../engine/money/samples.ts';
import { binned, chartLines, extent } from '../../engine/money/sparkline.ts';

type Words = { sep: string; arrow: string; absent: string; ramp: string };

const hour = 3_600_000;
/** Cells of the past of a price. */
const pastColumns = 14;

/** The disk that interface.md gives an instance when none is asked for, in GB. */
export const defaultDiskGb = 8;

const given = (parts: readonly (string | undefined)[], sep: string) =>
  parts.filter((part) => part !== undefined).join(` ${sep} `);
const when = <T>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? undefined : write(value);

/** What is known of an offer, in a few lines, what renting it would do to the runway, and what `prices` were before. */
export function offerDetail(
  offer: Offer,
  money: Money,
  prices: readonly Sample[],
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
      when(offer.disk_space, (gb) => `${disk(gb)} disk`),
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
      when(offer.end_date, (end) => `rents until ${dayOf(epochMs(end), now, timeZone)}`),
      when(offer.host_id, (id) => `host ${id}`),
      when(offer.machine_id, (id) => `machine ${id}`),
      offer.geolocation,
      offer.verification,
    ],
    sep,
  );
  return [
    [machine],
    costLine(offer, words),
    runwayLine(offer, money, now, words),
    pastLine(prices, words),
    [network],
    [host],
  ].filter((parts) => parts[0] !== '');
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
function runwayLine(offer: Offer, money: Money, now: number, words: Pick<Words, 'arrow'>): Parts {
  const bid = offer.is_bid === true ? offer.min_bid : undefined;
  const { total } = offerCost(offer, { diskGb: defaultDiskGb, ...(bid === undefined ? {} : { bid }) });
  const { before, after, afterMs } = runwayAfter(money, total, now);
  return [afterMs === undefined ? '' : `Runway ${before} ${words.arrow} ${after} if you rent this`];
}

/** Prices that differ by a smaller share than this are drawn as near each other as they are. */
const leastShare = 0.05;

/** The cheapest offer of this kind of machine over time: `Cheapest like it ▅▅▄▃ 0.290 to 0.360, own samples, 3 days`. */
function pastLine(prices: readonly Sample[], { ramp }: Pick<Words, 'ramp'>): Parts {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined || first === last) return [''];
  const spanMs = last.at - first.at;
  // Each ten minutes at first, each hour later on: more than a few of those is a time without rigdeck.
  const gapMs = Math.max(3 * hour, (2 * spanMs) / pastColumns);
  const values = binned(prices, { columns: pastColumns, from: first.at, to: last.at, gapMs, take: 'least' });
  const { min, max } = extent(prices.map(({ value }) => value)) as { min: number; max: number };
  const range = rate(min) === rate(max) ? rate(min) : `${rate(min)} to ${rate(max)}`;
  return [
    'Cheapest like it  ',
    [chartLines(values, 1, ramp, max * leastShare)[0] ?? '', 'accent'],
    `  ${range}, own samples, ${stretch(spanMs)}`,
  ];
}
