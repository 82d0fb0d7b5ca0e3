import type { Missing } from './wire.ts';

/** Which charges are asked for. Times are epoch seconds; the service wants a range. */
export type ChargesRequest = { from: number; to: number; limit?: number; after_token?: string };

/** What one source, mostly an instance, cost in a stretch of time. */
export type Charge = {
  /** Epoch seconds. */
  start?: number;
  end?: number;
  type?: string;
  /** `instance-9120441`. */
  source?: string;
  description?: string;
  /** Dollars. */
  amount?: number;
  metadata?: { label?: string };
  items?: readonly ChargeItem[];
};

/** A part of a charge: `gpu`, `disk`, `bwd` and `bwu` for traffic down and up. */
export type ChargeItem = {
  start?: number;
  end?: number;
  type?: string;
  description?: string;
  amount?: number;
};

/** A page; `next_token` leads to the next one. */
export type ChargesReply = { results: Charge[]; next_token?: string; total?: number } & Missing;
