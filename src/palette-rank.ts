/** What the palette finds something by: its names beside its label; a place comes before an act of the same name. */
export type Named = { label: string; names?: readonly string[]; isPlace?: boolean };

/** Letters of `typed` in their order within `text`; the fewer letters between them, the better. */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase();
  const inText = text.toLowerCase();
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = inText.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    gaps += next - at - 1;
    at = next;
  }
  return gaps;
}

/**
 * The entries that `typed` may mean, the likeliest first: what is called so, what begins so, and then whatever holds its
 * letters in their order.
 */
export function ranked<E extends Named>(typed: string, entries: readonly E[]): E[] {
  const wanted = typed.trim().toLowerCase();
  const score = (entry: E): number | undefined => {
    const second = entry.isPlace === true ? 0 : 1;
    if (wanted !== '' && entry.names?.some((name) => name.toLowerCase() === wanted)) return second - 4;
    if (wanted !== '' && entry.names?.some((name) => name.toLowerCase().startsWith(wanted)))
      return second - 2;
    return fuzzyScore(wanted, entry.label);
  };
  return entries
    .map((entry) => ({ entry, score: score(entry) }))
    .filter((row): row is { entry: E; score: number } => row.score !== undefined)
    .sort((a, b) => a.score - b.score)
    .map(({ entry }) => entry);
}
