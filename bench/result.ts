/** What a measurement is given and what it answers. */

export const groups = [
  'start',
  'commands',
  'frames',
  'bytes',
  'idle',
  'memory',
  'requests',
  'sandbox',
  'decode',
  'paste',
] as const;

export type Group = (typeof groups)[number];

/** One number. Less is better in all of them; `target` and `stretch` are held against `ratio` where there is one. */
export type Result = {
  /** Names the number from run to run. */
  id: string;
  group: Group;
  /** What was measured, in words for the table. */
  what: string;
  value: number;
  unit: string;
  /** What it is held against, measured in the same run. */
  base?: { what: string; value: number };
  /** `value / base.value`. */
  ratio?: number;
  target?: number;
  stretch?: number;
  /** How often it was measured for `value`. */
  runs: number;
};

export type BenchTools = {
  /** The entry of a program that was built for this run. */
  program: string;
  /** The same, but for Ink's limit of 60 frames a second: as many as are asked for. */
  unlimited: string;
  /** Programs to compare with, built like ours; each is a file to run with `node`. */
  bare: {
    /** Writes one letter. */
    node: string;
    /** Ink and SWR with a table of 45 rows in view and 10 columns; keys of the deck move its cursor, q ends it. */
    ink: string;
    /** The same, run from code that is kept in the folder BENCH_CODE as the deck keeps its own. */
    keptInk: string;
    /** The same table from escape sequences written by hand. */
    ansi: string;
  };
  /** The Node that measures and is measured. */
  node: string;
  /** A new empty folder that goes when the run is over. */
  tempHome(): string;
  log(line: string): void;
  /** Fewer runs, to see whether it works at all. */
  quick: boolean;
};

/** The default export of each `bench/measure-*.ts`, whose name begins with the group that it measures. */
export type Measure = (tools: BenchTools) => Promise<Result[]>;

/** The value in the middle; of an even count the lower one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('there is no median of nothing');
  return middle;
}

/** The value below which so many in a hundred lie. */
export function percentile(values: readonly number[], hundredth: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil((hundredth / 100) * sorted.length) - 1);
  return sorted[Math.max(0, at)] as number;
}

/** A result held against a base of the same run. */
export function against(
  result: Omit<Result, 'base' | 'ratio'>,
  base: { what: string; value: number },
): Result {
  return { ...result, base, ratio: result.value / base.value };
}
