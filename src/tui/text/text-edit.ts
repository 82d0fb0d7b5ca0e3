/**
 * A text field as plain values: text, cursor, and what a command makes of them. It counts in grapheme
 * clusters, so that an accent, a flag or a Hangul syllable is entered, passed and deleted as one.
 */

import { clusters, width } from '../../base/cells.ts';
import { type Boundary, nextWord, previousBlankWord, previousWord } from './word-bounds.ts';

/** `cursor` is an index into `text`, always between two clusters. `goal` keeps the column of up and down. */
export type EditState = { readonly text: string; readonly cursor: number; readonly goal?: number };

export type EditMove =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'text-start'
  | 'text-end'
  | 'up'
  | 'down';

export type EditDelete =
  | 'backspace'
  | 'delete'
  | 'delete-word-left'
  | 'delete-blank-word-left'
  | 'delete-word-right'
  | 'delete-to-start'
  | 'delete-to-end';

export type EditCommand = EditMove | EditDelete | { readonly insert: string };

/** `multiline` fields keep line ends; in the others they become blanks. */
export type EditOptions = { readonly multiline?: boolean };

/**
 * The longest text of a field, in characters: each key looks at all of it. The longest keys for SSH fit into a line, and
 * the longest scripts that services take into a text.
 */
const longest = ({ multiline = false }: EditOptions) => (multiline ? 100_000 : 4000);

/** How many more characters a field takes. */
export const roomIn = ({ text }: { text: string }, options: EditOptions = {}): number =>
  Math.max(0, longest(options) - text.length);

/** A field that holds `text`, with the cursor behind it. */
export function editState(text: string, options: EditOptions = {}): EditState {
  const clean = cleanText(text, options);
  return { text: clean, cursor: clean.length };
}

/** The state after `command`; the same state when it changes nothing. */
export function edit(state: EditState, command: EditCommand, options: EditOptions = {}): EditState {
  if (typeof command !== 'string') return insert(state, cleanText(command.insert, options), options);
  const { text, cursor } = state;
  switch (command) {
    case 'up':
    case 'down':
      return options.multiline ? moveLine(state, command === 'up' ? -1 : 1) : state;
    case 'left':
      return moveTo(state, previous(text, cursor));
    case 'right':
      return moveTo(state, next(text, cursor));
    case 'word-left':
      return moveTo(state, previousWord(text, cursor));
    case 'word-right':
      return moveTo(state, nextWord(text, cursor));
    case 'home':
      return moveTo(state, lineStart(text, cursor));
    case 'end':
      return moveTo(state, lineEnd(text, cursor));
    case 'text-start':
      return moveTo(state, 0);
    case 'text-end':
      return moveTo(state, text.length);
    case 'backspace':
      return remove(state, previous);
    case 'delete':
      return remove(state, next);
    case 'delete-word-left':
      return remove(state, previousWord);
    case 'delete-blank-word-left':
      return remove(state, previousBlankWord);
    case 'delete-word-right':
      return remove(state, nextWord);
    case 'delete-to-start':
      return remove(state, lineStart);
    case 'delete-to-end':
      // At the end of a line the line break goes, as in a shell's multi-line editor.
      return remove(state, (t, at) => (lineEnd(t, at) > at ? lineEnd(t, at) : next(t, at)));
  }
}

/** Draws nothing and comes along with what is copied from a page; what joins letters or varies a sign may be meant. */
export const unseen = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/** What may stand in a field: no characters that control, turn or cannot be seen, and line ends only as '\n'. */
export function cleanText(text: string, { multiline = false }: EditOptions = {}): string {
  const plain = text
    .replace(/\r\n?|[\u2028\u2029\x85]/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
    .replace(unseen, '')
    .replace(/\p{Surrogate}/gu, '');
  if (multiline) return plain;
  // A copied line often brings its line end along; it is no part of the value.
  return plain.replace(/^\n+|\n+$/g, '').replace(/[\n\t]+/g, ' ');
}

/** What does not fit is not taken at all: half of a key or of a command is worse than none. */
function insert(state: EditState, added: string, options: EditOptions): EditState {
  if (added === '' || added.length > roomIn(state, options)) return state;
  const before = state.text.slice(0, state.cursor) + added;
  const text = before + state.text.slice(state.cursor);
  return { text, cursor: snap(text, before.length) };
}

/** What is typed may join its neighbours into one cluster; the cursor then stands behind the whole. */
function snap(text: string, at: number): number {
  let index = 0;
  for (const cluster of clusters(text)) {
    if (index >= at) break;
    index += cluster.length;
  }
  return index;
}

function moveTo(state: EditState, cursor: number): EditState {
  if (cursor === state.cursor && state.goal === undefined) return state;
  return { text: state.text, cursor };
}

function remove(state: EditState, to: Boundary): EditState {
  const other = to(state.text, state.cursor);
  if (other === state.cursor) return state;
  const [from, until] = other < state.cursor ? [other, state.cursor] : [state.cursor, other];
  const text = state.text.slice(0, from) + state.text.slice(until);
  return { text, cursor: snap(text, from) };
}

function moveLine(state: EditState, by: -1 | 1): EditState {
  const { text, cursor } = state;
  const start = lineStart(text, cursor);
  const goal = state.goal ?? width(text.slice(start, cursor));
  if (by < 0 && start === 0) return moveTo(state, 0);
  const end = lineEnd(text, cursor);
  if (by > 0 && end === text.length) return moveTo(state, end);
  const target = by < 0 ? lineStart(text, start - 1) : end + 1;
  const line = text.slice(target, lineEnd(text, target));
  return { text, cursor: target + indexAtColumn(line, goal), goal };
}

/** The index in `line` of the last cluster boundary at or before `column` cells. */
function indexAtColumn(line: string, column: number): number {
  let index = 0;
  let cells = 0;
  for (const cluster of clusters(line)) {
    cells += width(cluster);
    if (cells > column) break;
    index += cluster.length;
  }
  return index;
}

function previous(text: string, at: number): number {
  let index = 0;
  for (const cluster of clusters(text)) {
    if (index + cluster.length >= at) return index;
    index += cluster.length;
  }
  return index;
}

function next(text: string, at: number): number {
  let index = 0;
  for (const cluster of clusters(text)) {
    index += cluster.length;
    if (index > at) return index;
  }
  return text.length;
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
