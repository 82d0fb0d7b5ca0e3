import { ratePerHour } from '../../base/format-number.ts';
import type { GroupGoneReply, Instance } from '../../client/wire.ts';
import { type Look, toldOfDeletion } from '../lost-writes.ts';
import { isWhole } from '../missing-rows.ts';
import { type GroupRow, groupTitle, workersRate, workersRateWords } from './group-rows.ts';
import type { Groups } from './read-groups.ts';
import { countWorkers } from './worker-cost.ts';

/** What goes with a group, and what does not: a sentence a line. Whether workers end is not in interface.md. */
export function lossWords(row: GroupRow): string[] {
  if (row.kind === 'endpoint' && row.groups === undefined)
    return [
      'Its worker groups are not known: this service, or this key, does not list them. They go with it.',
      'Their workers may go on and be billed.',
    ];
  const groups = row.kind === 'endpoint' ? (row.groups ?? []) : [];
  const ids = groups.map(({ id }) => id).join(', ');
  const below =
    groups.length === 0
      ? []
      : [
          groups.length === 1
            ? `Its worker group ${ids} goes with it.`
            : `Its worker groups ${ids} go with it.`,
        ];
  const rents = row.kind === 'worker' || groups.length > 0 ? ['No further workers are rented for it.'] : [];
  return [...below, ...rents, ...workersLeft(row)];
}

function workersLeft({ workers, kind }: GroupRow): string[] {
  if (workers === undefined)
    return ['The service does not say which instances are its workers. They may go on and be billed.'];
  if (workers.length === 0)
    return [kind === 'endpoint' ? 'No worker of it runs now.' : 'It has no workers now.'];
  const one = workers.length === 1;
  const cost = costWords(workers);
  const ids = workers.map(({ id }) => id).join(', ');
  return [
    `${countWorkers(workers.length)} may go on and ${one ? 'is' : 'are'} billed then, ${cost}, until destroyed:`,
    `${ids}.`,
  ];
}

/** `at $0.129/h`; while one boots `at $0.002/h now and $0.129/h once it runs`. */
function costWords(workers: readonly Instance[]): string {
  const cost = workersRate(workers);
  if (cost === undefined) return 'at a price that is not known';
  const { now, booted } = cost;
  if (booted === undefined) return `at ${ratePerHour(now)}`;
  const run = workers.length === 1 ? 'it runs' : 'all run';
  return `at ${ratePerHour(now)} now and ${ratePerHour(booted)} once ${run}`;
}

/** What a deletion came to, as far as the answer says. */
export function goneWords(
  kind: GroupRow['kind'],
  id: number,
  { deleted_workers: deleted = 0, failed_workers: failed = 0 }: GroupGoneReply,
): string {
  const what = `${kind === 'endpoint' ? 'Endpoint' : 'Worker'} group ${id} is deleted.`;
  const went = deleted === 0 ? '' : ` ${countWorkers(deleted)} went with it.`;
  const stayed = failed === 0 ? '' : ` ${countWorkers(failed)} could not be ended.`;
  return `${what}${went}${stayed} Workers that go on are billed as instances.`;
}

/**
 * What lists that were asked for after a deletion tell of it where its answer was lost: that it is gone and which workers
 * go on, or that it is there. Undefined where there is no list to tell. `deleteKey` is what the
 * key is called that deletes it.
 */
export function settledGone(
  target: GroupRow,
  groups: Groups,
  workersOf: ReadonlyMap<number, readonly Instance[]> | undefined,
  deleteKey: string,
): Look | undefined {
  const listed = target.kind === 'endpoint' ? groups.endpoints : groups.workers;
  if (listed === undefined) return undefined;
  const title = groupTitle(target);
  if (listed.some(({ id }) => id === target.id))
    return toldOfDeletion(title, true, { gone: 'deleted', again: `${deleteKey} deletes it` });
  if (!isWhole(groups)) return undefined;
  const ids = target.kind === 'endpoint' ? target.groups?.map(({ id }) => id) : [target.id];
  const known = ids !== undefined && (workersOf !== undefined || target.workers !== undefined);
  const workers = ids?.flatMap((id) => workersOf?.get(id) ?? []) ?? [];
  const gone = `${title} is deleted: the list has it no more.`;
  if (!known) return { level: 'warn', text: `${gone} Workers of it may go on and be billed.` };
  if (workers.length === 0) return { level: 'info', text: `${gone} No worker of it goes on.` };
  const go = workers.length === 1 ? 'goes on and is' : 'go on and are';
  const which = workers.map(({ id }) => id).join(', ');
  const cost = workersRateWords(workersRate(workers));
  return { level: 'warn', text: `${gone} ${countWorkers(workers.length)} ${go} billed, ${cost}: ${which}.` };
}
