import { ratePerHour } from '../../base/format.ts';
import { dateTime, epochMs } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { type GroupRow, workersRate, workersRateWords } from '../../engine/groups/group-rows.ts';
import {
  countWorkers,
  searchOfGroup,
  type WorkerPrices,
  worstCaseWords,
} from '../../engine/groups/worker-cost.ts';
import { maskLaunchArgs } from '../../engine/groups/worker-group.ts';
import { formatQuery } from '../../engine/offers/query.ts';

type Words = { sep: string; dot: string };
type Row<K extends GroupRow['kind']> = Extract<GroupRow, { kind: K }>;

const given = (label: string, value: number | undefined, unit = ''): string[] =>
  value === undefined ? [] : [`${label} ${value}${unit}`];

/** How many workers there are, that they are billed, and where they are. */
function workersNow(workers: readonly Instance[] | undefined, workersKey: string): Parts {
  if (workers === undefined) return [['Which instances are its workers is not told.', 'dim']];
  if (workers.length === 0) return ['No workers now.'];
  return [
    [`${countWorkers(workers.length)}, ${workersRateWords(workersRate(workers))},`, 'bold'],
    ' billed as instances',
    [`   ${workersKey} shows them`, 'dim'],
  ];
}

function endpointLines(row: Row<'endpoint'>, timeZone: string): string[][] {
  const { endpoint, groups, worst } = row;
  const most =
    worst.most === undefined
      ? 'what its worker groups cost at worst is not known'
      : `at worst ${ratePerHour(worst.most)}`;
  return [
    [
      groups === undefined
        ? 'Its worker groups are not known: this service, or this key, does not list them.'
        : groups.length === 0
          ? 'No worker groups: it rents nothing'
          : `worker groups ${groups.map(({ id }) => id).join(', ')}`,
    ],
    groups === undefined || groups.length === 0 ? [] : [most],
    [
      ...given('min load', endpoint.min_load),
      ...given('target use', endpoint.target_util),
      ...given('min cold load', endpoint.min_cold_load),
    ],
    [...given('cold workers', endpoint.cold_workers), ...given('cold mult', endpoint.cold_mult)],
    [
      ...given('max queue', endpoint.max_queue_time, ' s'),
      ...given('target queue', endpoint.target_queue_time, ' s'),
      ...given('idle after', endpoint.inactivity_timeout, ' s'),
    ],
    endpoint.created_at === undefined ? [] : [`created ${dateTime(epochMs(endpoint.created_at), timeZone)}`],
  ];
}

function workerLines(
  row: Row<'worker'>,
  prices: WorkerPrices | undefined,
  words: Words,
  timeZone: string,
): string[][] {
  const { group, worst } = row;
  const search = searchOfGroup(group);
  const { template_hash: hash, template_id: id, launch_args: args } = group;
  const endpoint = row.endpoint?.endpoint_name ?? group.endpoint_name;
  return [
    [worstCaseWords(worst, prices)],
    hash === undefined && id === undefined
      ? [search === undefined ? 'its search is not told' : `search ${formatQuery(search) || 'any'}`]
      : [`template ${[id, hash].filter((one) => one !== undefined).join(', ')}`],
    args === undefined || args === '' ? [] : [`launch ${maskLaunchArgs(args, words.dot.repeat(4))}`],
    [
      ...given('GPU RAM from', group.gpu_ram, ' GB'),
      ...given('min load', group.min_load),
      ...given('target use', group.target_util),
    ],
    [
      ...given('cold workers', group.cold_workers),
      ...given('cold mult', group.cold_mult),
      ...given('test workers', group.test_workers),
    ],
    [
      `endpoint ${[group.endpoint_id, endpoint].filter((one) => one !== undefined).join(' ') || 'not told'}`,
      ...(group.created_at === undefined ? [] : [`created ${dateTime(epochMs(group.created_at), timeZone)}`]),
    ],
  ];
}

/** What there is to say of the group under the cursor, the cost first. `workersKey` is what the key is called that shows its workers. */
export function groupDetail(
  row: GroupRow,
  prices: WorkerPrices | undefined,
  words: Words & { workersKey: string },
  timeZone: string,
): Parts[] {
  const lines =
    row.kind === 'endpoint' ? endpointLines(row, timeZone) : workerLines(row, prices, words, timeZone);
  return [
    ...(row.kind === 'endpoint' && (row.groups ?? []).length === 0
      ? []
      : [workersNow(row.workers, words.workersKey)]),
    ...lines
      .filter((line) => line.length > 0)
      .map((line): Parts => {
        const [only, second] = line;
        // A sentence or a search breaks between any two words; a line of several facts between those.
        return second === undefined ? (only?.split(/(?= )/) ?? []) : [line.join(` ${words.sep} `)];
      }),
  ];
}

/** The record as the service sent it, but for what could be secret in its launch arguments. */
export function groupRaw(row: GroupRow, dot: string): unknown {
  if (row.kind === 'endpoint') return row.endpoint;
  const { launch_args: args } = row.group;
  return args === undefined ? row.group : { ...row.group, launch_args: maskLaunchArgs(args, dot.repeat(4)) };
}
