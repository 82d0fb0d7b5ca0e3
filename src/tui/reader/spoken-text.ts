import type { Part, Parts } from '../../base/parts.ts';
import { partText } from '../text/parts.ts';
import { markedNames } from './outside-names.ts';
import { marks, unmarked } from './spoken-marks.ts';
import { inWords } from './spoken-words.ts';

/**
 * A line of the deck as it is said: no lines, boxes or curves, units in words, and a comma where columns or a sign
 * stood between two things. Text with nothing of that in it stays as it is, and so does what is marked verbatim, and
 * each of `names`, which are somebody else's (tui/reader/outside-names.ts).
 */
export function spokenText(text: string, names: readonly string[] = []): string {
  const kept: string[] = [];
  const ours = markedNames(text, names).replace(verbatim, (_, one: string) => {
    kept.push(one);
    return marks.verbatim;
  });
  return inWords(ours).replaceAll(marks.verbatim, () => kept.shift() ?? '');
}

const verbatim = new RegExp(`${marks.verbatim}([^${marks.verbatim}]*)${marks.verbatim}`, 'g');

/** A part that is lit is the one that is chosen; brackets around it are there for the eye. */
function chosen(part: Part): string {
  const text = partText(part);
  if (typeof part === 'string' || part[1] !== 'sel' || text.trim() === '') return text;
  const bare = text.trim().replace(/^\[ | \]$/g, '');
  return bare.includes(marks.focus) ? bare : ` ${bare}, chosen `;
}

/** No column is so far from the next. */
const acrossTheScreen = / {20,}/;

/**
 * Parts of a line as one line for the announcer. A line with the cursor of a list is one where the person is;
 * `verbatim` is somebody else's text, of which nothing is made, and so are `names` within it.
 */
export function spokenLine(
  parts: Parts,
  {
    focused = false,
    quiet = '',
    verbatim = false,
    names = [],
  }: { focused?: boolean; quiet?: string; verbatim?: boolean; names?: readonly string[] },
): string {
  const text = parts.map(verbatim ? partText : chosen).join('');
  const begins = quiet !== '' ? marks.quiet + quiet : focused ? marks.focus : '';
  if (verbatim) return begins + unmarked(text).trimEnd();
  // What stands at the two edges of the screen are two things.
  if (acrossTheScreen.test(text.trim())) {
    const sides = text.trim().split(acrossTheScreen);
    return sides.map((side) => spokenLine([side], { focused, quiet, names })).join('\n');
  }
  const isFocus = focused || text.includes(marks.focus);
  const bare = text.replaceAll(marks.focus, ' ');
  // What stands in a field is the person's own.
  const pieces = bare.split(marks.field);
  const said =
    pieces.length === 3
      ? `${spokenText(pieces[0] as string, names)} ${marks.field}${pieces[1]}${marks.field} ${spokenText(pieces[2] as string, names)}`.trim()
      : spokenText(bare, names);
  if (said === '') return '';
  return quiet !== '' ? `${marks.quiet}${quiet}${said}` : isFocus ? `${marks.focus}${said}` : said;
}

/** `K7QF-93XM` letter by letter, a breath between the groups. */
export const spelled = (text: string): string =>
  text
    .split('-')
    .map((group) => [...group].join(' '))
    .join(', ');
