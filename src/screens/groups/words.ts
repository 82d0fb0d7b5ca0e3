import type { Parts, StyleName } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { type GroupRow, workersRate, workersRateWords } from '../../engine/groups/group-rows.ts';
import type { Groups } from '../../engine/groups/read-groups.ts';
import { countWorkers, searchOfGroup } from '../../engine/groups/worker-cost.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { formatQuery } from '../../engine/offers/query.ts';
import type { GlyphName } from '../../tui/theme/theme.ts';

type Look = { glyph: GlyphName; tone: StyleName };
const looks: Readonly<Record<string, Look>> = {
  active: { glyph: 'running', tone: 'ok' },
  suspended: { glyph: 'provisioning', tone: 'warn' },
  stopped: { glyph: 'stopped', tone: 'plain' },
};

/** How the state of an endpoint group looks; a word that nobody knows is no reason for alarm. */
export const endpointLook = (state: string | undefined): Look =>
  looks[state ?? ''] ?? { glyph: 'other', tone: 'plain' };

/** `3 running`, `2 of 3 up`, `no workers`; undefined where the service does not mark them. */
export function workersWord(workers: readonly Instance[] | undefined): string | undefined {
  if (workers === undefined) return undefined;
  if (workers.length === 0) return 'no workers';
  const up = workers.filter(({ actual_status }) => actual_status === 'running').length;
  return up === workers.length ? `${up} running` : `${up} of ${workers.length} up`;
}

/** The sign before a row, beside the word of its state; none where a service does not mark workers. */
export function rowLook(row: GroupRow): Look | undefined {
  if (row.kind === 'endpoint') return endpointLook(row.endpoint.endpoint_state);
  if (row.workers === undefined) return undefined;
  if (row.workers.length === 0) return { glyph: 'stopped', tone: 'plain' };
  const isUp = row.workers.every(({ actual_status }) => actual_status === 'running');
  return isUp ? { glyph: 'running', tone: 'ok' } : { glyph: 'loading', tone: 'busy' };
}

/** Conditions that nearly every group has: what is left tells one from another. */
const usual = new Set(['verified', 'rentable', 'rented']);

/** What the workers of a group are made from, in a few words; nothing for an endpoint group. */
export function machinesOf(row: GroupRow): string | undefined {
  if (row.kind === 'endpoint') return '';
  const { template_hash: hash, template_id: id } = row.group;
  if (hash !== undefined || id !== undefined) return `template ${id ?? hash}`;
  const search = searchOfGroup(row.group);
  if (search === undefined) return undefined;
  const own = Object.fromEntries(Object.entries(search).filter(([name]) => !usual.has(name)));
  return formatQuery(own) || 'any';
}

/** A list that is not to be had counts nothing. */
const counted = (rows: readonly unknown[] | undefined, what: string): string =>
  rows === undefined ? `${what}s not known` : `${rows.length} ${what}${rows.length === 1 ? '' : 's'}`;

/** `2 endpoint groups · 3 worker groups · 5 workers, $1.200/h`, the longest wording first. */
export function summary(
  { endpoints, workers: groups }: Groups,
  rows: readonly GroupRow[],
  sep: string,
): Parts[] {
  const groupRows = rows.filter((row) => row.kind === 'worker');
  const isKnown = groupRows.every(({ workers }) => workers !== undefined);
  const workers = groupRows.flatMap((row) => row.workers ?? []);
  const now =
    groupRows.length === 0
      ? []
      : !isKnown
        ? ['workers not known']
        : [`${countWorkers(workers.length)}, ${workersRateWords(workersRate(workers))}`];
  const kinds = [counted(endpoints, 'endpoint group'), counted(groups, 'worker group')];
  return [
    [`   ${[...kinds, ...now].join(` ${sep} `)}`],
    [`   ${[counted([...(endpoints ?? []), ...(groups ?? [])], 'group'), ...now].join(` ${sep} `)}`],
  ];
}

/** What stands in place of rows that are not there. A list that is not to be had here is no empty one. */
export function emptyWords(total: number, known: Groups | undefined, keyName: KeyName): string[] {
  if (total > 0) return ['No group matches the filter.', 'Esc clears it.'];
  const isTold = { endpoints: known?.endpoints !== undefined, workers: known?.workers !== undefined };
  if (known !== undefined && !isTold.endpoints && !isTold.workers)
    return [
      'This service does not list groups, or this key may not see them.',
      'Such a key most likely lacks the permission misc.',
      `${keyName('group.new')} creates a worker group all the same.`,
    ];
  if (known !== undefined && isWhole(known) && !(isTold.endpoints && isTold.workers))
    return [
      `There are no ${isTold.workers ? 'worker' : 'endpoint'} groups, and this service, or this key, lists no ${isTold.workers ? 'endpoint' : 'worker'} groups.`,
      `${keyName('group.new')} creates a worker group all the same.`,
    ];
  if (known !== undefined && !isWhole(known)) return [];
  return [
    'There are no endpoint groups and no worker groups.',
    `${keyName('group.new')} fills in a worker group, ${keyName('group.new-endpoint')} an endpoint group for it to belong to.`,
  ];
}
