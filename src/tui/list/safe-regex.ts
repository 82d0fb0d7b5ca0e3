/** More open-ended repeats than this can take seconds on one cell; so can many optional parts. */
const MAX_REPEATS = 3;
const MAX_OPTIONAL = 8;

const token =
  /\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/** A pattern may look at this much of a cell, and take about this many steps over it at worst. */
const MOST_CELLS = 120;
const MOST_STEPS = 100_000;
/** Less of a cell than this is no search in it. */
const LEAST_CELLS = 24;

type Choices = { reason: string | undefined; repeats: number; optional: number };

/**
 * How much of a text a pattern is run over, so that it is done in a moment whatever the text is: names and labels come
 * from strangers. Its steps grow with a power of the length for each repeat, and double with each choice.
 */
export function searchedLength(source: string): number | { reason: string } {
  const { reason, repeats, optional } = choicesOf(source);
  if (reason !== undefined) return { reason };
  const ways = (cells: number) => {
    let steps = 2 ** optional * cells;
    for (let power = 1; power <= repeats; power += 1) steps *= cells / (power + 1);
    return steps;
  };
  let cells = MOST_CELLS;
  while (cells >= LEAST_CELLS && ways(cells) > MOST_STEPS) cells -= 1;
  return cells < LEAST_CELLS ? { reason: 'use fewer of * + ? |: so many can hang' } : cells;
}

/**
 * What a pattern can choose between, and why it may take for ever where it can. Patterns run over each row at each key,
 * and nothing can interrupt one: a repeat of a group that itself varies in length is refused, and so are many repeats in
 * a row.
 */
function choicesOf(source: string): Choices {
  // For each open group, whether something in it repeats, is optional or branches.
  const varies: boolean[] = [false];
  let repeats = 0;
  let optional = 0;
  let groupBefore = false;
  for (const [part] of source.matchAll(token)) {
    const isRepeat = part === '*' || part === '+' || /^\{\d/.test(part);
    if (isRepeat && groupBefore)
      return { reason: 'a repeated group may hold no | * + ?: it can hang', repeats, optional };
    if (isRepeat && !/^\{\d+\}$/.test(part)) repeats += 1;
    // A branch in a group is a choice at each place, one of the whole pattern is tried once.
    if (part === '?' || (part === '|' && varies.length > 1)) optional += 1;
    const closed = part === ')' && (varies.pop() ?? false);
    if (part.startsWith('(')) varies.push(false);
    else if (isRepeat || part === '?' || part === '|' || closed)
      varies[Math.max(0, varies.length - 1)] = true;
    groupBefore = closed;
  }
  const reason =
    repeats > MAX_REPEATS
      ? `at most ${MAX_REPEATS} of * + {n,} in one pattern`
      : optional > MAX_OPTIONAL
        ? `at most ${MAX_OPTIONAL} of ? and | in one pattern`
        : undefined;
  return { reason, repeats, optional };
}
