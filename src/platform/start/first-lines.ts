/**
 * The frame of a start for which none was kept: what each first frame of the deck holds that depends on no account and on
 * no setting, without colours, since nothing is known yet of what they would stand on. The build makes its lines of the
 * same rows and parts as the deck does (`scripts/first-lines.ts`), one wording for each width that asks for another.
 */

/** From so many columns on this text. */
export type Wordings = readonly (readonly [columns: number, text: string])[];

export type FirstLines = {
  /** The name alone, and with the places, the first of them open. */
  name: string;
  places: Wordings;
  /** At the right end of the first line. */
  corner: string;
  account: string;
  search: string;
  keys: Wordings;
};

export type FirstLinesGiven = {
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  columns: number;
  rows: number;
  /** Whether there are settings, which may want another screen. */
  hasSettings: boolean;
};

/** Below that the deck draws another screen. */
const smallest = { columns: 60, rows: 16 };
/** Behind other words it may not be the deck that comes, or not this one. */
const harmless = /^--(sandbox|read-only|debug|color=(auto|always|never))$/;
const dim = (text: string) => `\x1b[2m${text}\x1b[22m`;

/** The frame, its lines divided by `\n`; undefined where another one may come. */
export function firstLines(lines: FirstLines, given: FirstLinesGiven): string | undefined {
  const { words, env, columns, rows, hasSettings } = given;
  if (hasSettings || !words.every((word) => harmless.test(word)) || !showsUnicode(env)) return undefined;
  if (env.TERM === 'dumb' || env.RIGDECK_ASCII || env.RIGDECK_SCREEN_READER || env.INK_SCREEN_READER)
    return undefined;
  if (!(columns >= smallest.columns && rows >= smallest.rows)) return undefined;
  const hasAccount = words.includes('--sandbox') || env.RIGDECK_API_KEY || env.RIGDECK_API_KEY_FILE;
  const rule = dim('─'.repeat(columns));
  const top = (left: string) => `${left}\x1b[${columns - lines.corner.length}G${dim(lines.corner)}`;
  // Without a key the next screen is another one, whose frame is the same.
  if (!hasAccount) return [top(lines.name), '', rule].join('\n');
  const body = Array<string>(rows - 7).fill('');
  const first = [top(wording(lines.places, columns)), dim(lines.account), rule, lines.search];
  return [...first, ...body, rule, '', wording(lines.keys, columns)].join('\n');
}

const wording = (wordings: Wordings, columns: number): string =>
  wordings.findLast(([from]) => from <= columns)?.[1] ?? '';

function showsUnicode(env: FirstLinesGiven['env']): boolean {
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return !locale || /utf-?8/i.test(locale);
}
