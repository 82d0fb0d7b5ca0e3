/** The table of docs/performance.md from bench/results.json. */

import { table } from '../scripts/markdown.ts';
import { type Group, groups, type Result } from './result.ts';

/** On what a group was measured last. */
export type Run = {
  node: string;
  cpu: string;
  cores: number;
  /** As 2026-01-31. */
  date: string;
  /** What was measured, with a + where files were changed since; empty where it was not noted. */
  commit: string;
  /** The load of the minute before the first group was begun: what else the machine did. Undefined where not noted. */
  load?: number;
};

/** All numbers of one version of Node; a group is measured whole. */
export type Measured = { runs: Partial<Record<Group, Run>>; results: Result[] };

/** bench/results.json: by major version of Node, as `20`. */
export type Results = Record<string, Measured>;

/**
 * What is held once groups were measured anew. What such a group had before goes, with another Node too where there is no
 * such number any more; other groups stay as they are.
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

/** How a number stands to what it should be: a word, and empty where nothing was asked. */
export function verdict({ ratio, value, target, stretch }: Result): string {
  const held = ratio ?? value;
  if (stretch !== undefined && held <= stretch) return 'beaten';
  if (target !== undefined) return held <= target ? 'reached' : 'not reached';
  return stretch === undefined ? '' : 'not reached';
}

const wanted = ({ target, stretch }: Result): string =>
  [target, stretch === undefined ? undefined : `(${figure(stretch)})`]
    .map((part) => (typeof part === 'number' ? figure(part) : part))
    .filter((part) => part !== undefined)
    .join(' ');

const cellsOf = (result: Result): string[] => [
  result.what,
  `${figure(result.value)} ${result.unit}`.trim(),
  result.base === undefined ? '' : `${result.base.what}: ${figure(result.base.value)} ${result.unit}`.trim(),
  result.ratio === undefined ? '' : figure(result.ratio),
  wanted(result),
  verdict(result),
];

const heads = ['What', 'Measured', 'Against', 'Ratio', 'Target (stretch)', ''];

const told = (group: Group, { node, cpu, cores, date, commit, load }: Run): string =>
  [
    `**${group}**, Node ${node}`,
    `${cpu}, ${cores} cores`,
    date,
    commit === '' ? 'commit not noted' : `commit ${commit}`,
    load === undefined ? 'load not noted' : `load ${load.toFixed(1)}`,
  ].join(' · ');

/** The tables: one for each version of Node and group, and on what it was measured. */
export function resultTables(results: Results): string {
  return Object.values(results)
    .flatMap(({ runs, results: rows }) =>
      groups.flatMap((group) => {
        const run = runs[group];
        if (run === undefined) return [];
        return [
          `${told(group, run)}\n\n${table(heads, rows.filter((row) => row.group === group).map(cellsOf))}`,
        ];
      }),
    )
    .join('\n\n');
}

/** The same for a terminal: one line for each number. */
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
