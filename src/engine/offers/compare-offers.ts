/** The fewest and the most offers that stand side by side. */
export const comparable = { least: 2, most: 4 };

/** The columns of the list that decide, in the order in which a person asks: what is it, what does it cost, is it any good. */
const decides = ['gpu', 'price', 'day', 'vram', 'value', 'rel', 'where', 'down', 'inet_up'];

/** The columns of the list in the order of a comparison: what decides, and then the others as they stand. */
export const decidingFirst = <C extends { id: string }>(columns: readonly C[]): C[] => [
  ...decides.flatMap((id) => columns.find((column) => column.id === id) ?? []),
  ...columns.filter(({ id }) => !decides.includes(id)),
];

const cheaper = /(^|_)(cost|costperhour|min_bid)($|_)|dph_(base|total)$|^day$/;
const more =
  /^(reliability2?|score|dlperf|duration|disk_space|disk_bw|cpu_(ram|ghz|cores|cores_effective)|gpu_(ram|total_ram|mem_bw|lanes|frac)|inet_(up|down)|cuda_max_good|compute_cap|total_flops|pci_gen|pcie_bw|bw_nvlink|direct_port_count|num_gpus)$|_per_dphtotal$/;
const name = /(^|_)id$|^public_ipaddr$/;

/** Where a field of the record stands among those without a column: money (0), what can be better (1), the rest, ids last (3). */
export const fieldRank = (field: string): 0 | 1 | 2 | 3 =>
  name.test(field) ? 3 : cheaper.test(field) ? 0 : more.test(field) ? 1 : 2;

/**
 * Which of some values of a field are best, by their places: the least of what is paid, the most of what is had. None
 * where all are the same, where a field is neither (an id, a name), or where fewer than two are known.
 */
export function bestOf(field: string, values: readonly unknown[]): readonly number[] {
  const sign = more.test(field) ? 1 : cheaper.test(field) ? -1 : 0;
  const known = values.filter((value) => typeof value === 'number');
  if (sign === 0 || known.length < 2 || known.every((value) => value === known[0])) return [];
  const best = Math.max(...known.map((value) => sign * value));
  return values.flatMap((value, index) =>
    typeof value === 'number' && sign * value === best ? [index] : [],
  );
}
