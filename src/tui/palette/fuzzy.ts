import { prepare, single } from 'fuzzysort';

/** Where the letters of what was typed stand in a text, and how good a find that is, from 0 to 1. */
export type FuzzyMatch = { score: number; at: readonly number[] };

/** Below it letters are scattered: any long text would hold nearly any word. */
const meantFrom = 0.5;

const inOrder = (text: string): string => Array.from(text).sort().join('');

/** Where `word` stands as it is, its case apart where it has no capital; some capitals have small letters of two signs. */
function placeOf(word: string, text: string): number {
  const exact = text.indexOf(word);
  const lower = text.toLowerCase();
  return exact >= 0 || lower.length !== text.length ? exact : lower.indexOf(word);
}

/**
 * The letters of each word of `typed` within `text`, the words in any order; undefined where one is not there. A capital
 * in what was typed makes case count. Any stretch of a text is found in it.
 */
export function fuzzyMatch(typed: string, text: string): FuzzyMatch | undefined {
  const words = typed.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return { score: 0, at: [] };
  const found = single(words.join(' '), prepare(text));
  const at = Array.from(found?.indexes ?? []).sort((a, b) => a - b);
  const isOfItsCase =
    typed === typed.toLowerCase() ||
    inOrder(words.join('')) === inOrder(at.map((place) => text[place]).join(''));
  const score = found?.score ?? 0;
  if (score >= meantFrom && isOfItsCase) return { score, at };
  // What stands there as it was typed is meant, however little of a long text it is.
  const places = words.map((word) => placeOf(word, text));
  if (places.includes(-1)) return undefined;
  const letters = words.flatMap((word, i) =>
    Array.from({ length: word.length }, (_, j) => (places[i] as number) + j),
  );
  return { score, at: [...new Set(letters)].sort((a, b) => a - b) };
}

/**
 * Where the letters of `typed` stand in a short name, in their order and from its first letter on; undefined where they
 * do not. In a name letters may be scattered: it has too few for any word to be found by chance.
 */
export function lettersOfName(typed: string, name: string): readonly number[] | undefined {
  const wanted = typed.toLowerCase();
  const lower = name.toLowerCase();
  if (wanted === '' || lower.length !== name.length || lower[0] !== wanted[0]) return undefined;
  const at: number[] = [];
  for (const letter of wanted) {
    const place = lower.indexOf(letter, (at.at(-1) ?? -1) + 1);
    if (place < 0) return undefined;
    at.push(place);
  }
  return at;
}
