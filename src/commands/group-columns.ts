import { type GroupRow, workersRate, workersRateCell } from '../engine/groups/group-rows.ts';
import type { PrintColumn } from './cli/output.ts';

const fields = (row: GroupRow) => (row.kind === 'endpoint' ? row.endpoint : row.group);
const figure = (value: number | undefined): string => (value === undefined ? '·' : String(value));

/** Columns of the groups; an endpoint group, and its worker groups in the rows below it. */
export const groupColumns: readonly PrintColumn<GroupRow>[] = [
  {
    title: 'ID',
    text: (r) => `${r.kind === 'worker' && r.endpoint !== undefined ? '  ' : ''}${r.id}`,
    raw: (r) => r.id,
    priority: 1,
  },
  { title: 'KIND', text: (r) => r.kind, raw: (r) => r.kind, priority: 4 },
  {
    title: 'ENDPOINT',
    text: (r) => fields(r).endpoint_name ?? '·',
    raw: (r) => fields(r).endpoint_name,
    least: 10,
    priority: 5,
  },
  {
    title: 'STATE',
    text: (r) => (r.kind === 'endpoint' ? (r.endpoint.endpoint_state ?? '·') : ''),
    raw: (r) => (r.kind === 'endpoint' ? r.endpoint.endpoint_state : undefined),
    priority: 2,
  },
  { title: 'WORKERS', text: (r) => figure(r.workers?.length), raw: (r) => r.workers?.length, right: true },
  { title: 'AT MOST', text: (r) => figure(r.most), raw: (r) => r.most, right: true },
  {
    title: '$/H',
    text: (r) => workersRateCell(workersRate(r.workers)),
    raw: (r) => workersRate(r.workers)?.now,
    right: true,
    priority: 3,
  },
  { title: 'MIN LOAD', text: (r) => figure(fields(r).min_load), raw: (r) => fields(r).min_load, right: true },
  {
    title: 'TARGET',
    text: (r) => figure(fields(r).target_util),
    raw: (r) => fields(r).target_util,
    right: true,
  },
];
