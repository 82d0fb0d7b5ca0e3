/**
 * Turns what Ink's `useInput` hands over into strokes: one value per key press, under one name per key.
 *
 * Ink delivers a whole chunk of typed characters as one call ("jjj", "yes\r"), some keys as flags and some as
 * characters; everything after this file speaks of strokes only.
 */

import { clustersOf } from '../../base/graphemes.ts';
import { unseen } from '../text/text-edit.ts';

/** One key press. `text` is there when the key types something: a whole grapheme cluster. */
export type Stroke = { readonly key: string; readonly text?: string };

/** The flags that Ink passes beside the input; written out here, so that this file needs no Ink. */
export type KeyFlags = {
  readonly [F in (typeof flagNames)[number]]: boolean;
} & { readonly eventType?: 'press' | 'repeat' | 'release' };

const flagNames = [
  'upArrow',
  'downArrow',
  'leftArrow',
  'rightArrow',
  'pageUp',
  'pageDown',
  'home',
  'end',
  'return',
  'escape',
  'tab',
  'backspace',
  'delete',
  'ctrl',
  'shift',
  'meta',
  'super',
  'hyper',
] as const;

const namedKeys = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

/** The name of the key that Ink reports by a flag, without its modifiers. */
function namedKey(key: KeyFlags): string | undefined {
  if (key.escape) return 'esc';
  return namedKeys.find(([flag]) => key[flag])?.[1];
}

/**
 * Cuts one call of Ink's `useInput` into strokes. Releases, unknown sequences and combinations with the
 * Super or Hyper key give none. Shift is part of a character's name ('D'), not a modifier of it.
 */
export function toStrokes(input: string, key: KeyFlags): Stroke[] {
  if (key.eventType === 'release' || key.super || key.hyper) return [];
  const name = namedKey(key);
  // Two Escapes in one chunk come as one Escape with the meta flag.
  if (name === 'esc') return key.meta ? [{ key: 'esc' }, { key: 'esc' }] : [{ key: 'esc' }];
  if (name !== undefined) return [{ key: modified(name, key.ctrl, key.meta, key.shift) }];
  if (key.ctrl || key.meta) return modifiedCharacter(input, key);
  // Only the enhanced keyboard protocol sends a small letter with the shift flag.
  if (key.shift && key.eventType !== undefined) return textStrokes(input.toUpperCase());
  return textStrokes(input);
}

/**
 * Strokes of plain characters, as they stand in a chunk. Line ends are 'enter', tabs 'tab', the other
 * control characters the Ctrl key they are; what no key can type is dropped.
 */
export function textStrokes(text: string): Stroke[] {
  const strokes: Stroke[] = [];
  for (const cluster of clustersOf(text)) {
    const stroke = clusterStroke(cluster);
    if (stroke) strokes.push(stroke);
  }
  return strokes;
}

function clusterStroke(typed: string): Stroke | undefined {
  const cluster = typed.replace(unseen, '');
  if (cluster === ' ') return { key: 'space', text: ' ' };
  if (cluster === '\r' || cluster === '\n' || cluster === '\r\n') return { key: 'enter' };
  if (cluster === '\t') return { key: 'tab' };
  if (cluster === '\x7f' || cluster === '\b') return { key: 'backspace' };
  const code = cluster.charCodeAt(0);
  if (code === 0) return { key: 'ctrl+space' };
  if (code === 0x1b || (code >= 0x7f && code < 0xa0)) return undefined;
  if (code < 0x20) return { key: `ctrl+${String.fromCharCode(code + (code <= 26 ? 96 : 64))}` };
  if (/^[\p{Surrogate}\p{Noncharacter_Code_Point}]/u.test(cluster)) return undefined;
  // Nothing to be seen in it: marks of order, selectors, breaks of lines. Joiners inside a cluster stay.
  if (/^(?:[\p{Cf}\p{Zl}\p{Zp}]|\ufe0e|\ufe0f)*$/u.test(cluster)) return undefined;
  return { key: cluster, text: cluster };
}

function modifiedCharacter(input: string, key: KeyFlags): Stroke[] {
  const [first, ...rest] = textStrokes(input);
  if (first === undefined || rest.length > 0) return [];
  const letter = key.ctrl ? first.key.toLowerCase() : first.key;
  return [{ key: modified(letter, key.ctrl, key.meta, key.shift && key.ctrl) }];
}

function modified(name: string, ctrl: boolean, alt: boolean, shift: boolean): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

const isText = ({ key, text }: Stroke): boolean => text !== undefined || key === 'enter';

/**
 * Reads the strokes of one chunk as pasted text: a terminal that marks no pastes sends them as typing.
 * Two or more characters in one chunk are text (line ends between them included, as '\n'); `rest` is what
 * follows, such as the Enter of "yes\r". Undefined when the chunk is an ordinary key press.
 *
 * @param typed it was typed for certain: every Enter is one
 */
export function asPaste(
  strokes: readonly Stroke[],
  { typed = false }: { typed?: boolean } = {},
): { text: string; rest: Stroke[] } | undefined {
  const stop = strokes.findIndex((s) => !isText(s) || (typed && s.key === 'enter'));
  const run = stop < 0 ? strokes : strokes.slice(0, stop);
  const last = run.findLastIndex((s) => s.text !== undefined);
  const hasBreakInside = run.slice(0, last).some((s) => s.key === 'enter');
  // Several lines are a paste for sure, so their last line end must not submit anything.
  const end = hasBreakInside ? run.length : last + 1;
  if (run.filter((s) => s.text !== undefined).length < 2) return undefined;
  const text = run
    .slice(0, end)
    .map((s) => s.text ?? '\n')
    .join('');
  return { text, rest: strokes.slice(end) };
}

/** Fewer letters than this are keys where no field is open: of a quick person, or of a script. */
export const leastLostPaste = 100;
/** A key that is held down is one letter over and over, however many of them a slow deck finds waiting. */
const leastLetters = 3;

/**
 * How many strokes are a paste that no field takes, from a terminal that marks none: each of its letters would be a
 * command. 0 where they are keys. `goesOn` while the end of one that came in several chunks is still coming.
 */
export function lostPaste(strokes: readonly Stroke[], goesOn: boolean): number {
  const stop = strokes.findIndex((stroke) => !isText(stroke) && stroke.key !== 'tab');
  const length = stop < 0 ? strokes.length : stop;
  if (goesOn) return length;
  const isPaste =
    length >= leastLostPaste && new Set(strokes.slice(0, length).map(({ key }) => key)).size >= leastLetters;
  return isPaste ? length : 0;
}
