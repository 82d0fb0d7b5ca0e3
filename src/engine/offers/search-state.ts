import type { Filter, OfferType, Order } from '../../client/wire.ts';

/** What the service is asked for: the documented keys of the search body, filters by field. */
export type SearchState = {
  type: OfferType;
  filters: Readonly<Record<string, Filter>>;
  order: Order;
  limit: number;
};

/** A sane first search: rentable, identity-checked hosts with one GPU and a port for SSH, best value first. */
export const defaultSearch: SearchState = {
  type: 'on-demand',
  filters: {
    verified: { eq: true },
    rentable: { eq: true },
    num_gpus: { eq: 1 },
    direct_port_count: { gte: 1 },
  },
  order: [['dlperf_per_dphtotal', 'desc']],
  limit: 64,
};
