import { ratePerDay, ratePerHour } from '../../base/format-number.ts';
import type { Instance } from '../../client/wire.ts';
import { instancePrices } from './instance-burn.ts';

/** Publicly known limits of such services, $/h. */
export const lowestBid = 0.001;
const highestBidPerGpu = 32;

/** What is bid for an instance now, $/h without its disk; undefined where the record does not say. */
export const bidOf = ({ bid_price }: Pick<Instance, 'bid_price'>): number | undefined => bid_price;

/** The lowest bid that wins, to three decimals and not below it; undefined while it is not known. */
export const winningBid = ({ min_bid }: Pick<Instance, 'min_bid'>): number | undefined =>
  min_bid === undefined ? undefined : Math.ceil(min_bid * 1000 - 1e-6) / 1000;

export type BidRead = { ok: true; price: number } | { ok: false; reason: string };

/** A bid as typed, in $/h. A malformed figure is refused and never cleaned. */
export function readBid(typed: string, gpus = 1): BidRead {
  const text = typed.trim();
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text))
    return { ok: false, reason: text === '' ? 'Missing price ($/h)' : `Invalid price: ${text}` };
  const price = Number(text);
  const most = highestBidPerGpu * gpus;
  return price < lowestBid || price > most
    ? { ok: false, reason: `Invalid bid: must be $${lowestBid} to $${most}/h` }
    : { ok: true, price };
}

/** `Your bid $0.100/h, bid needed now $0.105/h`; a `·` where one is not known. */
export const bidWords = (instance: Instance): string =>
  `Your bid ${ratePerHour(bidOf(instance))}, bid needed now ${ratePerHour(winningBid(instance))}`;

/** What another bid does to the bill while the machine runs, and whether it wins. */
export function bidEffect(instance: Instance, price: number): string[] {
  const { disk } = instancePrices(instance);
  const wins = winningBid(instance);
  const was = bidOf(instance);
  return [
    `Bid: ${ratePerHour(was)} to ${ratePerHour(price)}, billed while running.`,
    disk === undefined
      ? 'Disk price unknown.'
      : `With disk: ${ratePerHour(price + disk)}, ${ratePerDay(price + disk)}.`,
    wins === undefined
      ? 'Bid needed now: unknown.'
      : price < wins
        ? `Too low: the bid needed now is ${ratePerHour(wins)}.`
        : 'Wins now, until someone bids more.',
  ];
}
