/** What the engine says of a pattern that it cannot read, and what to do about it. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/unterminated character class/i, 'close [ with ]'],
  [/unterminated group/i, 'close ( with )'],
  [/unmatched '\)'/i, 'open it with (, or write \\)'],
  [/nothing to repeat/i, 'put a letter before * + ? or write \\*'],
  [/lone quantifier brackets|incomplete quantifier/i, 'write \\{ and \\} for braces'],
  [/numbers out of order/i, 'put the lesser number first in {}'],
  [/range out of order/i, 'put the lesser letter first in []'],
  [/\\ at end of pattern/i, 'write \\\\ for a backslash'],
  [/invalid (?:unicode )?escape|invalid property name|invalid named reference/i, 'no such sign behind \\'],
  [/invalid (?:capture )?group|invalid capture group name/i, 'write (?:x) for a group'],
];

/** What to change in a regular expression, by the error that reading it threw. */
export function patternAdvice(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const known = advice.find(([said]) => said.test(message))?.[1];
  // The engine's own reason stands behind the last colon of its sentence.
  return (
    known ?? (message.slice(message.lastIndexOf(': ') + 2).toLowerCase() || 'mend it, or quote the words')
  );
}
