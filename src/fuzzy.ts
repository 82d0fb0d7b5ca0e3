/** Where the letters of what was typed stand in a text, and how good a find that is: more is better. */
export type FuzzyMatch = { score: number; at: readonly number[] };

const letter = 16;
/** Behind the letter before it: whole words come before scattered letters. */
const joined = 12;
const wordStart = 10;
const textStart = 4;
const perSkipped = 1;

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const beginsWord = (text: string, at: number): boolean => {
  const char = text[at] as string;
  const before = text[at - 1];
  if (!isWord(char)) return false;
  return !isWord(before) || (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before as string));
};

/** The best way in which the letters of one term stand in `text` in their order: a table of letter by place. */
function matchTerm(term: string, text: string, starts: readonly boolean[]): FuzzyMatch | undefined {
  const rows: { best: number; from: number }[][] = [];
  for (let i = 0; i < term.length; i += 1) {
    const above = rows[i - 1];
    const row: { best: number; from: number }[] = [];
    // The best end of what came before, losing a little with each letter that is skipped.
    let carried = { best: Number.NEGATIVE_INFINITY, from: -1 };
    for (let j = 0; j < text.length; j += 1) {
      const skipped = above?.[j - 2];
      carried.best -= perSkipped;
      if (skipped !== undefined && skipped.best - perSkipped > carried.best)
        carried = { best: skipped.best - perSkipped, from: j - 2 };
      if (text[j] !== term[i]) {
        row.push({ best: Number.NEGATIVE_INFINITY, from: -1 });
        continue;
      }
      const here = letter + (j === 0 ? textStart : 0) + (starts[j] === true ? wordStart : 0);
      const next = (above?.[j - 1]?.best ?? Number.NEGATIVE_INFINITY) + joined;
      const before =
        i === 0 ? { best: 0, from: -1 } : next >= carried.best ? { best: next, from: j - 1 } : carried;
      row.push({ best: before.best + here, from: before.from });
    }
    rows.push(row);
  }
  return backFrom(rows);
}

function backFrom(rows: readonly { best: number; from: number }[][]): FuzzyMatch | undefined {
  const last = rows.at(-1) ?? [];
  let end = -1;
  for (const [j, { best }] of last.entries())
    if (best > (last[end]?.best ?? Number.NEGATIVE_INFINITY)) end = j;
  if (end < 0) return undefined;
  const at: number[] = [];
  for (let i = rows.length - 1, j = end; i >= 0; i -= 1) {
    at.unshift(j);
    j = rows[i]?.[j]?.from ?? -1;
  }
  return { score: (last[end] as { best: number }).best, at };
}

/** Each stretch of found letters begins a word or is three long: else any long text would hold nearly any word. */
function isMeant(at: readonly number[], text: string): boolean {
  return at.every((place, i) => {
    if (at[i - 1] === place - 1) return true;
    let length = 1;
    while (at[i + length] === place + length) length += 1;
    return length >= 3 || length === at.length || beginsWord(text, place);
  });
}

/**
 * The letters of each word of `typed` in their order within `text`; undefined where one is not there. A capital in what
 * was typed makes case count.
 */
export function fuzzyMatch(typed: string, text: string): FuzzyMatch | undefined {
  const [wanted, inText] =
    typed === typed.toLowerCase() ? [typed, sameLength(text, text.toLowerCase())] : [typed, text];
  const starts = Array.from({ length: text.length }, (_, at) => beginsWord(text, at));
  let score = 0;
  const at = new Set<number>();
  for (const term of wanted.split(/\s+/).filter((word) => word !== '')) {
    const found = matchTerm(term, inText, starts);
    if (found === undefined || !isMeant(found.at, text)) return undefined;
    score += found.score;
    for (const place of found.at) at.add(place);
  }
  return { score, at: [...at].sort((a, b) => a - b) };
}

/** Some capitals have small letters of two signs: there the places would no longer agree. */
const sameLength = (text: string, lower: string): string => (lower.length === text.length ? lower : text);
