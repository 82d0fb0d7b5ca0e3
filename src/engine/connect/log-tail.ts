/** Lines that are asked for when nobody says how many, and how often a log that is followed is read again (seconds). */
export const logTail = 1000;
export const followEvery = 5;

export type Tail = {
  /** Lines that were not there before. */
  fresh: readonly string[];
  /** More was written in between than one reading holds: something is missing before `fresh`. */
  gap: boolean;
};

/**
 * What a second reading of the end of a log has that the first had not. A reading has no positions, so the two are laid
 * over each other: the longest end of `before` that is a beginning of `after` is what both hold.
 */
export function newLines(before: readonly string[], after: readonly string[]): Tail {
  const longest = Math.min(before.length, after.length);
  if (before.length === 0) return { fresh: after, gap: false };
  for (let overlap = longest; overlap > 0; overlap--) {
    if (before.at(-1) === after[overlap - 1] && agrees(before, after, overlap))
      return { fresh: after.slice(overlap), gap: false };
  }
  return { fresh: after, gap: after.length > 0 };
}

function agrees(before: readonly string[], after: readonly string[], overlap: number): boolean {
  const from = before.length - overlap;
  for (let index = 0; index < overlap; index++) {
    if (before[from + index] !== after[index]) return false;
  }
  return true;
}

/** Places of the lines that hold `wanted`, small letters standing for large ones too. */
export function findLines(lines: readonly string[], wanted: string): readonly number[] {
  if (wanted === '') return [];
  const exact = wanted !== wanted.toLowerCase();
  const holds = (line: string) => (exact ? line : line.toLowerCase()).includes(wanted);
  return lines.flatMap((line, index) => (holds(line) ? [index] : []));
}
