/** Edits (insert, delete, replace, swap of neighbours) between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * The known name that a mistyped word most likely meant: fewest edits, at most a third of the word, else the
 * shortest name that contains it. Undefined when nothing comes near.
 */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase().slice(0, 64);
  if (word === '') return undefined;
  const allowed = Math.max(1, Math.floor(word.length / 3));
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = distance(word, name.toLowerCase());
    if (edits <= allowed && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  if (best !== undefined) return best.name;
  if (word.length < 3) return undefined;
  return names
    .filter((name) => name.toLowerCase().includes(word))
    .sort((a, b) => a.length - b.length)
    .at(0);
}
