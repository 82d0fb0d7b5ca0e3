import type { Offer } from '../client/wire.ts';

/** The fewest and the most offers that stand side by side. */
export const comparable = { least: 2, most: 4 };

const cheaper = /(^|_)(cost|costperhour|min_bid)($|_)|dph_(base|total)$/;
const more =
  /^(reliability2?|score|dlperf|duration|disk_space|disk_bw|cpu_(ram|ghz|cores|cores_effective)|gpu_(ram|total_ram|mem_bw|lanes|frac)|inet_(up|down)|cuda_max_good|compute_cap|total_flops|pci_gen|pcie_bw|bw_nvlink|direct_port_count|num_gpus)$|_per_dphtotal$/;

/**
 * Which of some offers are best in a field: the least of what is paid, the most of what is had. None where all are the
 * same, where a field is neither (an id, a name), or where fewer than two are known.
 */
export function bestIn(field: string, offers: readonly Offer[]): readonly number[] {
  const sign = more.test(field) ? 1 : cheaper.test(field) ? -1 : 0;
  const values = offers.map((offer) => (offer as unknown as Record<string, unknown>)[field]);
  const known = values.filter((value) => typeof value === 'number');
  if (sign === 0 || known.length < 2 || known.every((value) => value === known[0])) return [];
  const best = Math.max(...known.map((value) => sign * value));
  return values.flatMap((value, index) =>
    typeof value === 'number' && sign * value === best ? [index] : [],
  );
}
