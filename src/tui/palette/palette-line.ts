import { fuzzyMatch, lettersOfName } from './fuzzy.ts';
import type { Named, Nearest } from './palette-rank.ts';

/** A word that may stand behind the name of a command, and what is known of it. */
export type Option = { word: string; note?: string };

/** The words behind the name of a command. */
export type Takes = {
  /** What they are, as in `an id or a label`. */
  what: string;
  /** What may come next after the words before it. */
  options(before: readonly string[]): readonly Option[];
  /** Does it; where it cannot, the answer is a sentence, and nothing has happened. */
  run(words: readonly string[]): string | undefined;
};

export type Commandable = Named & { takes?: Takes };

/** What stands on the command line: letters to find something by, or a command by its name with words behind it. */
export type CommandLine<E> =
  | { kind: 'find'; text: string }
  /** `word` is the last one, which is still being typed; `before` those before it. */
  | { kind: 'words'; name: string; entry: E; before: readonly string[]; word: string };

type Piece = { text: string; open: boolean };

/** Words at their blanks; one in quotation marks may hold blanks. The last is `open` while nothing ends it. */
function pieces(text: string): readonly Piece[] {
  return [...text.matchAll(/"([^"]*)("?)(\s|$)|(\S+)(\s|$)/g)].map(
    ([, quoted, mark, quotedEnd, bare, bareEnd]) => ({
      text: quoted ?? bare ?? '',
      open: quoted === undefined ? bareEnd === '' : mark === '' || quotedEnd === '',
    }),
  );
}

/** A word as it has to be typed to stay one. */
export const quoted = (word: string): string => (/[\s"]/.test(word) ? `"${word.replaceAll('"', '')}"` : word);

const namedSo = <E extends Named>(entries: readonly E[], name: string): readonly E[] => {
  const exact = entries.filter((entry) => entry.names?.includes(name));
  const lower = name.toLowerCase();
  return exact.length > 0
    ? exact
    : entries.filter((entry) => entry.names?.some((one) => one.toLowerCase() === lower));
};

/**
 * What a line means. Its first word is a command when something is called so and a blank stands behind it; of several
 * the one that takes words. Words that stand just so in the label of an entry look for that instead.
 */
export function readCommand<E extends Commandable>(line: string, entries: readonly E[]): CommandLine<E> {
  const text = line.replace(/^[\s:]+/, '');
  const [, name, rest] = /^(\S+)\s+(.*)$/s.exec(text) ?? [];
  const called = name === undefined ? [] : namedSo(entries, name);
  const entry = called.find(({ takes }) => takes !== undefined) ?? called[0];
  const isLabel = entries.some(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  if (name === undefined || rest === undefined || entry === undefined || (isLabel && rest.trim() !== ''))
    return { kind: 'find', text };
  const all = pieces(rest);
  const open = all.at(-1)?.open === true;
  return {
    kind: 'words',
    name,
    entry,
    before: (open ? all.slice(0, -1) : all).map((piece) => piece.text),
    word: open ? (all.at(-1)?.text ?? '') : '',
  };
}

/** Every word behind the name, none of them empty. */
export const wordsOf = ({ before, word }: { before: readonly string[]; word: string }): readonly string[] =>
  [...before, word].filter((one) => one !== '');

/** The options that begin as `word` does, then those that hold its letters; without any, the one that is nearly it. */
export function fittingOptions(
  word: string,
  options: readonly Option[],
  nearest: Nearest,
): readonly Option[] {
  const lower = word.toLowerCase();
  const begins = options.filter((option) => option.word.toLowerCase().startsWith(lower));
  const others = options.filter(
    (option) =>
      !begins.includes(option) &&
      (lettersOfName(word, option.word) ?? fuzzyMatch(word, `${option.word} ${option.note ?? ''}`)) !==
        undefined,
  );
  if (begins.length + others.length > 0) return [...begins, ...others];
  const near = nearest(
    word,
    options.map((option) => option.word),
  );
  return options.filter((option) => option.word === near);
}

/** The line with the word that is being typed made into `word`. */
export function withWord(line: { name: string; before: readonly string[] }, word: string): string {
  return [line.name, ...line.before.map(quoted), quoted(word)].join(' ');
}

/** The line with its mistyped first word made into a name that takes the words behind it; undefined where none is near. */
export function mendedLine<E extends Commandable>(
  text: string,
  entries: readonly E[],
  nearest: Nearest,
): { entry: E; name: string; line: string } | undefined {
  const [, word, rest] = /^\s*(\S+)\s+(\S.*)$/s.exec(text) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  const taking = entries.filter(({ takes }) => takes !== undefined);
  const name = nearest(
    word,
    taking.flatMap(({ names }) => names ?? []),
  );
  const entry = taking.find(({ names }) => name !== undefined && names?.includes(name));
  return entry === undefined || name === undefined ? undefined : { entry, name, line: `${name} ${rest}` };
}

/** What to say of a line that no entry is found by. */
export function nothingCalled(text: string): string {
  const name = /^\S+/.exec(text.trim())?.[0] ?? '';
  return `Nothing is called ${name}. An empty line lists everything`;
}

/** What to say where entries are listed that are called nearly as was typed. */
export const nearlyCalled = (text: string, name: string): string =>
  `Nothing is called ${/^\S+/.exec(text.trim())?.[0] ?? ''}. Did you mean ${name}?`;

/** What to say of words behind a name that takes none. */
export const takesNoWords = (name: string, words: readonly string[]): string =>
  `${name} takes no words behind it: "${words.join(' ')}" means nothing here`;
