import { fuzzyMatch, lettersOfName } from './fuzzy.ts';

/** The known name that a mistyped word most likely meant; undefined where none is near. */
export type Nearest = (word: string, names: readonly string[]) => string | undefined;

/** What the palette finds something by: its names beside its label; a place comes before an act of the same name. */
export type Named = { label: string; names?: readonly string[]; isPlace?: boolean };

/** An entry that was found: the name to call it by, and which letters of name and label were typed. */
export type Found<E extends Named> = {
  entry: E;
  name: string | undefined;
  nameAt: readonly number[];
  labelAt: readonly number[];
  /** It is called nearly as was typed, and nothing that was typed stands in it. */
  isGuess?: true;
};

type Rank = { tier: number; score: number; length: number };

const tiers = { exact: 0, begins: 1, ofName: 2, letters: 3 } as const;

/** With fewer letters nearly any name is near. */
const guessedFrom = 4;

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
  const scattered = names
    .flatMap((name) => {
      const nameAt = lettersOfName(typed, name);
      return nameAt === undefined ? [] : [{ name, nameAt, length: name.length }];
    })
    .sort((a, b) => a.length - b.length)[0];
  if (scattered !== undefined)
    return { entry, ...scattered, labelAt: [], tier: tiers.ofName + second, score: 0 };
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

/** Entries of a name that was nearly typed, the places among them first. */
function guessed<E extends Named>(
  typed: string,
  entries: readonly E[],
  nearest: Nearest,
): readonly Found<E>[] {
  if (typed.length < guessedFrom) return [];
  const name = nearest(
    typed,
    entries.flatMap(({ names }) => names ?? []),
  );
  if (name === undefined) return [];
  return entries
    .filter(({ names }) => names?.includes(name))
    .sort((a, b) => Number(b.isPlace === true) - Number(a.isPlace === true))
    .map((entry) => ({ entry, name, nameAt: [], labelAt: [], isGuess: true }));
}

/**
 * The entries that `typed` may mean, the likeliest first: what is called so, what begins so, whose name has its letters,
 * and then whatever holds them close together. What is called nearly so comes last, unless a name has been found.
 */
export function ranked<E extends Named>(
  typed: string,
  entries: readonly E[],
  nearest: Nearest = () => undefined,
): readonly Found<E>[] {
  const wanted = typed.trim();
  if (wanted === '')
    return entries.map((entry) => ({ entry, name: entry.names?.[0], nameAt: [], labelAt: [] }));
  const found = entries
    .map((entry) => find(wanted, entry))
    .filter((row): row is Found<E> & Rank => row !== undefined)
    .sort((a, b) => a.tier - b.tier || b.score - a.score || a.length - b.length);
  const rows = found.map(({ entry, name, nameAt, labelAt }) => ({ entry, name, nameAt, labelAt }));
  if (found.some(({ tier }) => tier < tiers.letters)) return rows;
  const listed = new Set(rows.map(({ entry }) => entry));
  return [...rows, ...guessed(wanted, entries, nearest).filter(({ entry }) => !listed.has(entry))];
}
