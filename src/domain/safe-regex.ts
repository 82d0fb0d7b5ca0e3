/** More open-ended repeats than this can take seconds on one cell; so can many optional parts. */
const MAX_REPEATS = 3;
const MAX_OPTIONAL = 8;

const token =
  /\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * Why a pattern may take for ever on some text, or undefined when it cannot. Patterns run over each row at each
 * key, and nothing can interrupt one: a repeat of a group that itself varies in length is refused, and so are
 * many repeats in a row.
 */
export function slowRegexReason(source: string): string | undefined {
  // For each open group, whether something in it repeats, is optional or branches.
  const varies: boolean[] = [false];
  let repeats = 0;
  let optional = 0;
  let groupBefore = false;
  for (const [part] of source.matchAll(token)) {
    const isRepeat = part === '*' || part === '+' || /^\{\d/.test(part);
    if (isRepeat && groupBefore) return 'repeating a group that repeats or branches can hang';
    if (isRepeat && !/^\{\d+\}$/.test(part)) repeats += 1;
    if (part === '?') optional += 1;
    const closed = part === ')' && (varies.pop() ?? false);
    if (part.startsWith('(')) varies.push(false);
    else if (isRepeat || part === '?' || part === '|' || closed)
      varies[Math.max(0, varies.length - 1)] = true;
    groupBefore = closed;
  }
  if (repeats > MAX_REPEATS) return `at most ${MAX_REPEATS} of * + {n,} in one pattern`;
  return optional > MAX_OPTIONAL ? `at most ${MAX_OPTIONAL} of ? in one pattern` : undefined;
}
