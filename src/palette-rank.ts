import { fuzzyMatch } from './fuzzy.ts';

/** What the palette finds something by: its names beside its label; a place comes before an act of the same name. */
export type Named = { label: string; names?: readonly string[]; isPlace?: boolean };

/** An entry that was found: the name to call it by, and which letters of name and label were typed. */
export type Found<E extends Named> = {
  entry: E;
  name: string | undefined;
  nameAt: readonly number[];
  labelAt: readonly number[];
};

type Rank = { tier: number; score: number; length: number };

const tiers = { exact: 0, begins: 1, letters: 2 } as const;

function find<E extends Named>(typed: string, entry: E): (Found<E> & Rank) | undefined {
  const lower = typed.toLowerCase();
  const names = entry.names ?? [];
  const second = entry.isPlace === true ? 0 : 0.5;
  const called = names.find((name) => name.toLowerCase() === lower);
  const begins = called ?? names.find((name) => name.toLowerCase().startsWith(lower));
  if (begins !== undefined) {
    const tier = (called === undefined ? tiers.begins : tiers.exact) + second;
    const nameAt = Array.from({ length: typed.length }, (_, i) => i);
    return { entry, name: begins, nameAt, labelAt: [], tier, score: 0, length: begins.length };
  }
  const inLabel = fuzzyMatch(typed, entry.label);
  const byName = names
    .map((name) => ({ name, match: fuzzyMatch(typed, name) }))
    .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))[0];
  const nameMatch = byName?.match;
  if (inLabel === undefined && nameMatch === undefined) return undefined;
  const isName = (nameMatch?.score ?? 0) >= (inLabel?.score ?? 0);
  return {
    entry,
    name: isName ? byName?.name : names[0],
    nameAt: isName ? (nameMatch?.at ?? []) : [],
    labelAt: isName ? [] : (inLabel?.at ?? []),
    tier: tiers.letters,
    score: Math.max(nameMatch?.score ?? 0, inLabel?.score ?? 0),
    // Labels of one score stay in the order in which their entries are given.
    length: isName ? (byName?.name.length ?? 0) : 0,
  };
}

/**
 * The entries that `typed` may mean, the likeliest first: what is called so, what begins so, and then whatever holds its
 * letters in their order, the closest together first.
 */
export function ranked<E extends Named>(typed: string, entries: readonly E[]): readonly Found<E>[] {
  const wanted = typed.trim();
  if (wanted === '')
    return entries.map((entry) => ({ entry, name: entry.names?.[0], nameAt: [], labelAt: [] }));
  return entries
    .map((entry) => find(wanted, entry))
    .filter((row): row is Found<E> & Rank => row !== undefined)
    .sort((a, b) => a.tier - b.tier || b.score - a.score || a.length - b.length)
    .map(({ entry, name, nameAt, labelAt }) => ({ entry, name, nameAt, labelAt }));
}
