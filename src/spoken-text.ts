import { type Part, type Parts, partText } from './parts.ts';
import { marks, unmarked } from './spoken-marks.ts';

const units: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };
const ramp = '▁▂▃▄▅▆▇█';
const rampRun = /[▁-█][▁-█ ]*[▁-█]|[▁-█]/g;
/** Under a fifth of the height a curve counts as level. */
const levelShare = 0.2;

/** Which way a row of block characters goes: the mean of its last third against that of its first. */
export function trendOf(blocks: string): 'rising' | 'falling' | 'steady' {
  const heights = [...blocks].map((sign) => ramp.indexOf(sign)).filter((height) => height >= 0);
  const third = Math.max(1, Math.floor(heights.length / 3));
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
  const change = (mean(heights.slice(-third)) - mean(heights.slice(0, third))) / (ramp.length - 1);
  return Math.abs(change) < levelShare ? 'steady' : change > 0 ? 'rising' : 'falling';
}

const many = (count: string, word: string): string => `${count} ${word}${count === '1' ? '' : 's'}`;

/**
 * A line of the deck as it is said: no lines, boxes or curves, units in words, and a comma where columns or a sign
 * stood between two things. Text with nothing of that in it stays as it is, and so does what is marked verbatim.
 */
export function spokenText(text: string): string {
  const kept: string[] = [];
  const ours = text.replace(verbatim, (_, one: string) => {
    kept.push(one);
    return marks.verbatim;
  });
  return inWords(ours).replaceAll(marks.verbatim, () => kept.shift() ?? '');
}

const verbatim = new RegExp(`${marks.verbatim}([^${marks.verbatim}]*)${marks.verbatim}`, 'g');

function inWords(text: string): string {
  return tidy(
    text
      .replace(/[\u2500-\u257f]+/g, ' ')
      .replace(rampRun, (run) => ` ${trendOf(run)} `)
      .replace(/\b(rising|falling|steady)\s+(\d+(?:\.\d+)?) ?%/g, '$2%, $1')
      .replace(/^ *\? /, 'not known: ')
      .replace(/ · /g, ', ')
      .replace(/(^|\s)·(?=\s|$)/g, '$1unknown')
      .replace(/ ?→ ?/g, ' to ')
      .replace(/≥ ?/g, 'at least ')
      .replace(/≤ ?/g, 'at most ')
      .replace(/⏎/g, 'enter')
      .replace(/⇧/g, 'shift+')
      .replace(/[•*]{2,}/g, 'hidden ')
      .replace(/[■□]+|_{2,}/g, ' ')
      .replace(/★/g, 'primary')
      .replace(/(?<=^|[\s(])\^([a-z])(?= )/g, 'control $1')
      .replace(/\bspc\b/g, 'space')
      .replace(/(?<![\w{(])\$(\d[\d.,]*\d|\d)/g, '$1 dollars')
      .replace(
        /(\d dollars|\d)\/(h|day|month)\b/g,
        (_, before: string, per: string) =>
          `${before.endsWith('dollars') ? before : `${before} dollars`} per ${per === 'h' ? 'hour' : per}`,
      )
      .replace(/\$\/h\b/gi, 'dollars per hour')
      // A span has few digits, and an id that a label follows has many.
      .replace(/(?<![\w.:/@=-])(\d{1,4}) ?([dhms])(?![\w:/=-])/g, (_, count: string, unit: string) =>
        many(count, units[unit] as string),
      )
      .replace(/ ?%/g, ' percent')
      .replace(/(?<![\w.])(\d+)G\b/g, '$1 gigabytes'),
  );
}

/** Blanks between columns become a comma, and commas that meet become one. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/ {2,}/g, ', ')
    .replace(/(?: ?,)+ ?(?=[,\s]|$)/g, ',')
    .replace(/([:.!?]),/g, '$1')
    .replace(/ +([,.])(?=\s|$)/g, '$1')
    .replace(/^[, ]+|[, ]+$/g, '')
    .replace(/ {2,}/g, ' ');
}

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
 * `verbatim` is somebody else's text, of which nothing is made.
 */
export function spokenLine(
  parts: Parts,
  {
    focused = false,
    quiet = '',
    verbatim = false,
  }: { focused?: boolean; quiet?: string; verbatim?: boolean },
): string {
  const text = parts.map(verbatim ? partText : chosen).join('');
  if (verbatim) return `${quiet === '' ? '' : marks.quiet + quiet}${unmarked(text).trimEnd()}`;
  // What stands at the two edges of the screen are two things.
  if (acrossTheScreen.test(text.trim())) {
    const sides = text.trim().split(acrossTheScreen);
    return sides.map((side) => spokenLine([side], { focused, quiet })).join('\n');
  }
  const isFocus = focused || text.includes(marks.focus);
  const bare = text.replaceAll(marks.focus, ' ');
  // What stands in a field is the person's own.
  const pieces = bare.split(marks.field);
  const said =
    pieces.length === 3
      ? `${spokenText(pieces[0] as string)} ${marks.field}${pieces[1]}${marks.field} ${spokenText(pieces[2] as string)}`.trim()
      : spokenText(bare);
  if (said === '') return '';
  return quiet !== '' ? `${marks.quiet}${quiet}${said}` : isFocus ? `${marks.focus}${said}` : said;
}

/** `K7QF-93XM` letter by letter, a breath between the groups. */
export const spelled = (text: string): string =>
  text
    .split('-')
    .map((group) => [...group].join(' '))
    .join(', ');
