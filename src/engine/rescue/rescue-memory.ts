import type { CreateRequest, Offer } from '../../client/wire.ts';
import type { BootSeen } from '../instances/boot.ts';
import { offerCost } from '../money/money.ts';
import type { HeldRequest } from '../rent/held-request.ts';
import type { Place } from './rescue.ts';

/** What rescues need beside the journal, for this run and this account only. */
export type RescueMemory = {
  /** By rescue. */
  requests: ReadonlyMap<string, HeldRequest>;
  /** When the person said yes (by the machine's clock), by the instance that it was about. */
  wanted: ReadonlyMap<number, number>;
  /** When a boot was seen to have failed (by the machine's clock), by rescue. */
  failing: ReadonlyMap<string, number>;
  seen: ReadonlyMap<number, BootSeen>;
  /** Asked to stop in this run: what such a machine does is no failure, whatever the service calls it. */
  stopped: ReadonlySet<number>;
  /** Rescues that have something on its way. */
  busy: ReadonlySet<string>;
  /** Not looked at before this time (by the machine's clock), by rescue: a search has failed. */
  pausedUntil: ReadonlyMap<string, number>;
  /** Where something did not boot in this run, by its instance. */
  failedHere: ReadonlyMap<number, Place>;
};

export const noRescues: RescueMemory = {
  requests: new Map(),
  wanted: new Map(),
  failing: new Map(),
  seen: new Map(),
  stopped: new Set(),
  busy: new Set(),
  pausedUntil: new Map(),
  failedHere: new Map(),
};

/** $/h of an offer rented with the same request, disk included; undefined where the bid would not win there. */
export function priceWith({ body, diskGb = Number.NaN }: HeldRequest, offer: Offer): number | undefined {
  const bid = offer.is_bid === true ? body.price : undefined;
  if (bid !== undefined && offer.min_bid !== undefined && offer.min_bid > bid) return undefined;
  return offerCost(offer, { diskGb, ...(bid === undefined ? {} : { bid }) }).total;
}

/** The request for another offer: a bid goes to bid offers alone. */
export function bodyFor({ body }: HeldRequest, offer: Offer): CreateRequest {
  if (offer.is_bid === true) return body;
  const { price: _, ...rest } = body;
  return rest;
}

/** Why no other machine can take it, whatever is agreed to; undefined where one can. */
export function bound({ body }: HeldRequest): string | undefined {
  return body.volume_info === undefined
    ? undefined
    : `It mounts volume ${body.volume_info.volume_id}, which only its own machine has`;
}
