/**
 * How often each target is tried with what nobody would send on purpose. RIGDECK_FUZZ=20 tries twenty times as much,
 * RIGDECK_FUZZ_SEED=n the same again; a failure names its seed and the smallest input that fails.
 */

import fc from 'fast-check';

/** Runs of one `npm test`, target by target: the one place where they are counted. */
export const budget = {
  'decoders: replies with one thing wrong': 3000,
  'decoders: any JSON': 1500,
  'decoders: a bad row among good ones': 600,
  'decoders: any bytes': 400,
  'text: cleaned': 1500,
  'commands: any command line': 120,
  'commands: any answer': 80,
  'deck: a monkey': 2,
  'deck: any answer': 2,
  'keys: cut anywhere': 300,
  'keys: any bytes': 300,
  'keys: focus': 500,
  'files: config.toml': 1000,
  'files: searches.toml': 800,
  'files: kept by the program': 250,
  'files: samples': 200,
  'journal: broken off': 200,
  'journal: a bit': 800,
  'journal: lines twice': 200,
  'journal: anything between': 500,
  'journal: any bytes': 80,
  'typed: readers of fields': 3000,
  'typed: searches': 2000,
  'typed: filters of rows': 1000,
  'typed: command lines': 1000,
  'typed: texts with a cursor': 300,
  'typed: strokes of a text': 400,
  'typed: records of searches': 500,
} as const satisfies Record<string, number>;

/** All of them together, as docs/security.md tells. */
export const runsInAll = Object.values(budget).reduce((sum, runs) => sum + runs, 0);

export type Target = keyof typeof budget;

const positive = (given: string | undefined): number => {
  const factor = Number(given);
  return Number.isFinite(factor) && factor > 0 ? factor : 1;
};
const factor = positive(process.env.RIGDECK_FUZZ);
const seed = process.env.RIGDECK_FUZZ_SEED;

/** A long budget is no hang: `it(name, run, patience)`. */
export const patience = 60_000 * Math.max(1, factor);

export const runsOf = (target: Target): number => Math.max(1, Math.round(budget[target] * factor));

/** Tries a property as often as its target's budget says. */
export const tried = async <T extends [unknown, ...unknown[]]>(
  target: Target,
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  holds: (...values: T) => void | Promise<void>,
): Promise<void> => {
  const property = fc.asyncProperty(
    ...(arbitraries as unknown as [fc.Arbitrary<unknown>]),
    async (...values: unknown[]) => holds(...(values as unknown as T)),
  );
  await fc.assert(property, {
    numRuns: runsOf(target),
    // A deck takes seconds for each smaller example.
    endOnFailure: target.startsWith('deck'),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
};
