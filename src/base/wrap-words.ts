import { clusters, fits, take, width } from './cells.ts';

const measure = 92;
/** No screen is as wide: such lines are told, and a sentence is told whole. */
const toldFrom = 300;

/** Longer lines of prose are hard to read: of so many cells a sentence takes no more than a measure. */
export const measured = (cells: number): number => (cells >= toldFrom ? cells : Math.min(measure, cells));

/** What of `text` fits; a cluster that is wider than the room stands alone, so that there is always something. */
const headOf = (text: string, room: number): string => take(text, room) || (clusters(text)[0] ?? text);

/** `text` in pieces of at most `cells` cells, wherever that breaks it: put together they are the text again. */
export function pieces(text: string, cells: number): string[] {
  const room = Math.max(1, cells);
  const found: string[] = [];
  let left = text;
  while (!fits(left, room)) {
    const head = headOf(left, room);
    found.push(head);
    left = left.slice(head.length);
  }
  return [...found, left];
}

/**
 * `text` on lines of at most `cells` cells, broken between words. Only a word that is wider is broken inside, or with
 * `whole` stands alone on a line that is too long. A no-break space is none between words.
 */
export function wrapWords(text: string, cells: number, { whole = false } = {}): string[] {
  const room = Math.max(1, cells);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[^\S\u00a0]+/).filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (fits(joined, room)) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    const broken = whole ? [line] : softPieces(line, room);
    lines.push(...broken.slice(0, -1));
    line = broken.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * `text` on lines of at most `cells` cells, broken at blanks alone: those go with the break, all others stay, and a word
 * that is wider stands whole on a line of its own.
 */
export function brokenAtBlanks(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=\S)(?=[^\S\u00a0])/)) {
    const joined = line + piece;
    if (line === '' || width(joined) <= cells) {
      line = joined;
      continue;
    }
    lines.push(line);
    line = piece.replace(/^[^\S\u00a0]+/, '');
  }
  return [...lines, line];
}

/** The latest place in `head` behind a sign that joins words, as in a path or a name of an image, and not too early. */
const joints = /^.*[-/:.,?&=_@](?=.)/u;

/** A word that is too wide, in pieces: behind a sign that joins where one is near the end of the room, else anywhere. */
function softPieces(word: string, room: number): string[] {
  const found: string[] = [];
  let left = word;
  while (!fits(left, room)) {
    const head = headOf(left, room);
    const joint = joints.exec(head)?.[0] ?? '';
    const piece = width(joint) > room * 0.6 ? joint : head;
    found.push(piece);
    left = left.slice(piece.length);
  }
  return [...found, left];
}

/** A sign, or the number of a point, with the blanks behind it. */
const leadSign = /^(?:[^\p{L}\p{N}\s]{1,3} +|\d (?=\p{Lu}))/u;

/** The sign that `text` begins with and its blanks; empty where it begins with a word. */
export const signOf = (text: string): string => leadSign.exec(text)?.[0] ?? '';

/** As `wrapWords`; behind a sign that it begins with, the further lines stand below its words and not below the sign. */
export function hungWords(text: string, cells: number): string[] {
  const sign = signOf(text);
  const margin = width(sign);
  return wrapWords(text.slice(sign.length), cells - margin).map(
    (line, index) => (index === 0 ? sign : ' '.repeat(margin)) + line,
  );
}

/** Stands for a blank inside a string while lines are broken at blanks. */
const keptBlank = '\ue000';

/** Lines of JSON in `cells` cells: broken between tokens, never inside a string; what goes on is set deeper. */
export function wrapJson(lines: readonly string[], cells: number): string[] {
  return lines.flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    const whole = line.replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll(' ', keptBlank));
    return wrapWords(whole, cells - indent.length - 2).map(
      (part, index) => `${indent}${index === 0 ? '' : '  '}${part.replaceAll(keptBlank, ' ')}`,
    );
  });
}
