import { rate, ratePerHour } from '../../base/format-number.ts';
import type { EndpointGroup, Instance, WorkerGroup } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';
import { burn, burnOnceBooted } from '../money/instance-burn.ts';
import { worstTogether } from './endpoint-cost.ts';
import type { Groups } from './read-groups.ts';
import { mostWorkers, type WorkerPrices, type WorstCase, worstCase } from './worker-cost.ts';

type Counted = {
  /** Its instances; undefined where the service does not mark them. */
  workers: readonly Instance[] | undefined;
  most: number | undefined;
  worst: WorstCase;
};

/** A line of the list: an endpoint group, with its worker groups in the lines below. */
export type GroupRow = Counted &
  /** `groups` is undefined where worker groups are not listed: what the endpoint group rents is not known then. */
  (
    | { kind: 'endpoint'; id: number; endpoint: EndpointGroup; groups: readonly WorkerGroup[] | undefined }
    | { kind: 'worker'; id: number; group: WorkerGroup; endpoint: EndpointGroup | undefined; last: boolean }
  );

type Known = {
  workersOf: ReadonlyMap<number, readonly Instance[]> | undefined;
  pricesOf: (group: WorkerGroup) => WorkerPrices | undefined;
};

/** What the worker groups of an endpoint may cost together: known where it is known of each. */
function together(endpoint: EndpointGroup, rows: readonly Pick<Counted, 'worst'>[]): WorstCase {
  const { workers: _counted, ...cost } = worstTogether(rows.map(({ worst }) => worst));
  const workers = endpoint.max_workers;
  return { ...(workers === undefined ? {} : { workers }), ...cost };
}

/**
 * Endpoint groups in the order of their ids, each with its worker groups beneath. A worker group whose endpoint group
 * is not in the list comes last, under none.
 */
export function groupRows(all: Groups, known: Known): GroupRow[] {
  const { endpoints = [], workers: listedWorkers } = all;
  const workers = listedWorkers ?? [];
  const byId = <T extends { id: number }>(rows: readonly T[]) => [...rows].sort((a, b) => a.id - b.id);
  const row = (group: WorkerGroup, endpoint: EndpointGroup | undefined, last: boolean): GroupRow => {
    const most = mostWorkers(group, endpoint);
    const own = known.workersOf === undefined ? undefined : (known.workersOf.get(group.id) ?? []);
    const worst = worstCase(most, known.pricesOf(group));
    return { kind: 'worker', id: group.id, group, endpoint, last, workers: own, most, worst };
  };
  const listed = byId(endpoints).flatMap((endpoint): GroupRow[] => {
    if (listedWorkers === undefined) {
      const most = endpoint.max_workers;
      const counted = { workers: undefined, most, worst: most === undefined ? {} : { workers: most } };
      return [{ kind: 'endpoint', id: endpoint.id, endpoint, groups: undefined, ...counted }];
    }
    const groups = byId(workers.filter(({ endpoint_id }) => endpoint_id === endpoint.id));
    const below = groups.map((group, index) => row(group, endpoint, index === groups.length - 1));
    // A worker group that is missing may be one of its own.
    const isKnown = isWhole(all) && (below.length === 0 || known.workersOf !== undefined);
    const own = isKnown ? below.flatMap((one) => one.workers ?? []) : undefined;
    const worst = isWhole(all) ? together(endpoint, below) : together(endpoint, [{ worst: {} }]);
    const counted = { workers: own, most: endpoint.max_workers, worst };
    return [{ kind: 'endpoint', id: endpoint.id, endpoint, groups, ...counted }, ...below];
  });
  const ids = new Set(endpoints.map(({ id }) => id));
  const stray = byId(workers.filter(({ endpoint_id }) => endpoint_id === undefined || !ids.has(endpoint_id)));
  return [...listed, ...stray.map((group) => row(group, undefined, true))];
}

/** What workers cost in $/h as they are, and once those that boot run, whose GPU is not charged before. */
export type WorkersRate = { now: number; booted?: number };

/** What workers cost; undefined where it is not known of each of them. `booted` is absent where none boots. */
export function workersRate(workers: readonly Instance[] | undefined): WorkersRate | undefined {
  if (workers === undefined) return undefined;
  const { perHour: now, priced, count } = burn(workers);
  const booted = burnOnceBooted(workers);
  return priced < count ? undefined : { now, ...(booted === undefined ? {} : { booted }) };
}

/** `$0.129/h`, while one boots `$0.002/h → $0.129/h`, as the money line has it. */
export const workersRateWords = (cost: WorkersRate | undefined): string =>
  cost === undefined ? 'price not known' : nowAndBooted(cost, ratePerHour);

/** The same for a column, `0.002 → 0.129`; `·` where it is not known. */
export const workersRateCell = (cost: WorkersRate | undefined): string =>
  cost === undefined ? rate(undefined) : nowAndBooted(cost, rate);

const nowAndBooted = ({ now, booted }: WorkersRate, text: (perHour: number) => string): string =>
  booted === undefined ? text(now) : `${text(now)} → ${text(booted)}`;

/** What a person types to delete a group: its name where a keyboard can type it, else its id. */
export const groupPhrase = (row: GroupRow): string =>
  row.kind === 'endpoint' && /^[\w.-]{1,30}$/.test(row.endpoint.endpoint_name ?? '')
    ? (row.endpoint.endpoint_name as string)
    : String(row.id);

export const groupTitle = (row: GroupRow): string =>
  row.kind === 'endpoint'
    ? `Endpoint group ${row.id}${row.endpoint.endpoint_name === undefined ? '' : ` ${row.endpoint.endpoint_name}`}`
    : `Worker group ${row.id}`;
