/** The tables of docs/performance.md, from bench/results.json. */

import { table } from '../scripts/markdown.ts';
import { type Group, groups, type Result } from './result.ts';

/** Where and when a group was last measured. */
export type Run = {
  node: string;
  cpu: string;
  cores: number;
  /** E.g. 2026-01-31. */
  date: string;
  /** The commit, with a + if files were changed; empty if unknown. */
  commit: string;
  /** System load in the minute before the first group; undefined if unknown. */
  load?: number;
};

/** All numbers of one Node version; groups are always measured as a whole. */
export type Measured = { runs: Partial<Record<Group, Run>>; results: Result[] };

/** bench/results.json, by major version of Node, e.g. `20`. */
export type Results = Record<string, Measured>;

/**
 * Replaces the groups that were measured again, and keeps the others. Numbers that no longer exist are also removed from
 * these groups of other Node versions.
 */
export function merged(before: Results, run: Run, now: readonly Result[]): Results {
  const [major = ''] = run.node.split('.');
  const anew = new Set(now.map(({ group }) => group));
  const there = new Set(now.map(({ id, what }) => `${id} ${what}`));
  const place = ({ group }: Result) => groups.indexOf(group);
  const after: Results = {};
  for (const [other, { runs, results }] of Object.entries(before)) {
    const stays = ({ id, what, group }: Result) =>
      !anew.has(group) || (other !== major && there.has(`${id} ${what}`));
    const kept = results.filter(stays);
    const left = new Set(kept.map(({ group }) => group));
    const runsLeft = Object.entries(runs).filter(([group]) => left.has(group as Group));
    after[other] = { runs: Object.fromEntries(runsLeft), results: kept };
  }
  const { runs = {}, results = [] } = after[major] ?? {};
  after[major] = {
    runs: { ...runs, ...Object.fromEntries([...anew].map((group) => [group, run])) },
    results: [...results, ...now].toSorted((a, b) => place(a) - place(b)),
  };
  return after;
}

const figure = (value: number): string => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return text.toLocaleString('en-US', { maximumFractionDigits: 3 });
};

/** Whether a number meets its target; empty if it has none. */
export function verdict({ ratio, value, target, stretch }: Result): string {
  const held = ratio ?? value;
  if (stretch !== undefined && held <= stretch) return 'stretch met';
  if (target !== undefined) return held <= target ? 'met' : 'missed';
  return stretch === undefined ? '' : 'missed';
}

const wanted = ({ target, stretch }: Result): string =>
  [target, stretch === undefined ? undefined : `(${figure(stretch)})`]
    .map((part) => (typeof part === 'number' ? figure(part) : part))
    .filter((part) => part !== undefined)
    .join(' ');

const measured = (value: number, unit: string): string =>
  unit === '%' ? `${figure(value)}%` : `${figure(value)} ${unit}`.trim();

const cellsOf = (result: Result): string[] => [
  result.what,
  measured(result.value, result.unit),
  result.base === undefined ? '' : `${result.base.what}: ${measured(result.base.value, result.unit)}`,
  result.ratio === undefined ? '' : figure(result.ratio),
  wanted(result),
  verdict(result),
];

const heads = ['What', 'Measured', 'Compared with', 'Ratio', 'Target (stretch)', 'Result'];

const about = ({ node, cpu, cores, date, commit, load }: Run): string =>
  [
    `Node ${node}`,
    `${cpu}, ${cores} cores`,
    date,
    commit === '' ? 'commit unknown' : `commit ${commit}`,
    load === undefined ? 'load unknown' : `load ${load.toFixed(1)}`,
  ].join(' · ');

/** A table for each Node version and group, below where and when it was measured. */
export function resultTables(results: Results): string {
  return Object.entries(results)
    .flatMap(([major, { runs, results: rows }]) =>
      groups.flatMap((group) => {
        const run = runs[group];
        if (run === undefined) return [];
        const cells = rows.filter((row) => row.group === group).map(cellsOf);
        return [`### ${group}, Node ${major}\n\n${about(run)}\n\n${table(heads, cells)}`];
      }),
    )
    .join('\n\n');
}

/** The numbers that a reader looks for first. */
const summaryIds = [
  'start-profile-1-text',
  'start-profile-3-live',
  'start-cold-3-live',
  'frames-100000',
  'frames-100000-letter',
  'frames-100000-read-block',
  'bytes-100-move',
  'idle-same-cpu',
  'memory-resident-64',
  'memory-week',
  'requests-instances',
  'decode-time',
];

/** A short table: one row for each of these numbers, one column for each Node version. */
export function summaryTable(results: Results): string {
  const versions = Object.entries(results);
  const find = (id: string) => versions.map(([, measured]) => measured.results.find((one) => one.id === id));
  const rows = summaryIds.map((id) => {
    const found = find(id);
    return [found.find((one) => one !== undefined)?.what ?? id, ...found.map(summaryCell)];
  });
  return table(['What', ...versions.map(([major]) => `Node ${major}`)], rows);
}

function summaryCell(result: Result | undefined): string {
  if (result === undefined) return '';
  const { value, unit, ratio, base } = result;
  const held = base === undefined || ratio === undefined ? '' : `${figure(ratio)}× ${base.what}`;
  const notes = [held, verdict(result) === 'missed' ? 'target missed' : ''].filter((note) => note !== '');
  return measured(value, unit) + (notes.length === 0 ? '' : ` (${notes.join('; ')})`);
}

/** The generated blocks of docs/performance.md. */
export const pageBlocks = (results: Results): Record<string, string> => ({
  'bench-summary': summaryTable(results),
  'bench-results': resultTables(results),
});

/** The same for a terminal, a line for each number. */
export function resultLines(rows: readonly Result[]): string[] {
  const cells = rows.map((row) => [row.id, ...cellsOf(row).slice(1)]);
  const widths = cells.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
