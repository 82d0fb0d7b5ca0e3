import { assumptions } from '../assumptions.ts';
import { readCreation } from '../creation.ts';
import { splitWords } from '../docker-flags.ts';
import type { WorkerGroupRecord } from '../entities.ts';
import { readQuery } from '../market/query.ts';
import { newInstance } from '../new-instance.ts';
import { isBusy, isTaken, offerPrice } from '../offer-state.ts';
import type { Store } from '../store.ts';
import { readSearchParams } from './search-params.ts';

/** What a worker group keeps beside its endpoint; the fields of interface.md with their defaults filled in. */
export type GroupFields = {
  template_hash: string | null;
  template_id: number | null;
  search_params: string;
  launch_args: string | null;
  min_load: number;
  target_util: number;
  cold_mult: number;
  cold_workers: number;
  max_workers: number;
  test_workers: number;
  gpu_ram: number;
};

/** Defaults of interface.md (Worker group create body). */
export const groupDefaults: GroupFields = {
  template_hash: null,
  template_id: null,
  search_params: 'verified=true rentable=true rented=false',
  launch_args: null,
  min_load: 1,
  target_util: 0.9,
  cold_mult: 3,
  cold_workers: 3,
  max_workers: 20,
  test_workers: 3,
  gpu_ram: 24,
};

/**
 * What a group rents: the search, the cheapest first, and the instance. 400 when its search, its launch arguments or
 * its template cannot be read.
 */
export const workerPlan = (store: Store, fields: GroupFields) => ({
  query: readQuery({
    gpu_ram_GB: { gte: fields.gpu_ram },
    ...readSearchParams(fields.search_params),
    order: [['dph_total', 'asc']],
    limit: assumptions.workerOffers,
  }),
  wanted: readCreation(store, {
    ...(fields.template_hash === null && fields.template_id === null
      ? { image: assumptions.workerImage }
      : {}),
    ...launchOptions(fields.launch_args ?? ''),
    template_hash_id: fields.template_hash,
    template_id: fields.template_id,
  }),
});

/**
 * Rents the machines of a new group: its test workers, and never more than its most. They are ordinary instances,
 * billed as such. Machines that do not suit, and an account without credit, leave the group with fewer.
 */
export function startWorkers(store: Store, group: WorkerGroupRecord, now: number): void {
  const fields = group.fields as GroupFields;
  const { query, wanted } = workerPlan(store, fields);
  const found = store.market.search(query, now / 1000, store.offerStates());
  const label = `worker group ${group.id}`;
  let missing = Math.min(fields.test_workers, fields.max_workers);
  for (const { id } of JSON.parse(found) as { id: number }[]) {
    const facts = store.market.facts(id);
    if (missing <= 0 || store.state.account.credit <= 0) return;
    if (facts === undefined || facts.disk_space < wanted.disk) continue;
    if (isTaken(store, id, now) || isBusy(store, id)) continue;
    const price = offerPrice(store, id, now);
    store.save(newInstance(store, { ...wanted, label }, facts, { now, price, free: true, beaten: false }));
    missing--;
  }
}

/** Image and disk of a worker, where no template gives them: `--image NAME --disk GB` of the launch arguments. */
function launchOptions(args: string): { image?: string; disk?: string } {
  const words = splitWords(args);
  const after = (name: string): string | undefined => words[words.indexOf(name) + 1 || words.length];
  const [image, disk] = [after('--image'), after('--disk')];
  return { ...(image === undefined ? {} : { image }), ...(disk === undefined ? {} : { disk }) };
}
