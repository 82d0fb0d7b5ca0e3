/** The table of docs/performance.md from bench/results.json. */

import { table } from '../scripts/markdown.ts';
import { groups, type Result } from './result.ts';

/** All numbers of one version of Node on one machine. */
export type Measured = {
  node: string;
  cpu: string;
  cores: number;
  /** When a number was measured last, as 2026-01-31. */
  date: string;
  results: Result[];
};

/** bench/results.json: by major version of Node, as `20`. */
export type Results = Record<string, Measured>;

/** A group is measured whole, so what it had before goes; other groups stay. */
export function merged(before: Measured | undefined, now: Measured): Measured {
  const anew = new Set(now.results.map(({ group }) => group));
  const kept = before?.results.filter(({ group }) => !anew.has(group)) ?? [];
  const place = ({ group }: Result) => groups.indexOf(group);
  const results = [...kept, ...now.results].sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
  return { ...now, results };
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

/** The tables, a heading for each version of Node. */
export function resultTables(results: Results): string {
  return Object.values(results)
    .map(
      ({ node, cpu, cores, date, results: rows }) =>
        `**Node ${node}**, ${cpu}, ${cores} cores, ${date}\n\n${table(heads, rows.map(cellsOf))}`,
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
