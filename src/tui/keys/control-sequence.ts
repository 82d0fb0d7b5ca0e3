/** What an escape sequence means, for the few that Ink leaves to us: torn ones and function keys. */

import type { Stroke } from './strokes.ts';

const finished = /^(?:\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O[0-9;]*[@-~])/;
const unfinished = /^(?:\[\[?[0-?]*[ -/]*|O[0-9;]*)$/;

/** The complete control sequence that `text` (what follows an ESC) begins with, if it is complete. */
export function finishedSequence(text: string): string | undefined {
  return finished.exec(text)?.[0];
}

/** Whether `text` (what follows an ESC) may still become a control sequence. */
export function isUnfinished(text: string): boolean {
  return unfinished.test(text);
}

const byLetter: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift+tab',
};

const byNumber: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
  '11': 'f1',
  '12': 'f2',
  '13': 'f3',
  '14': 'f4',
  '15': 'f5',
  '17': 'f6',
  '18': 'f7',
  '19': 'f8',
  '20': 'f9',
  '21': 'f10',
  '23': 'f11',
  '24': 'f12',
};

/** The strokes of a control sequence (without its ESC); none for one that is no key of ours. */
export function controlStrokes(sequence: string): Stroke[] {
  const console = /^\[\[([A-E])$/.exec(sequence);
  if (console) return [{ key: `f${(console[1] as string).charCodeAt(0) - 64}` }];
  const csi = /^[[O](?:(\d+)(?:;(\d+))?)?([A-Za-z~])$/.exec(sequence);
  if (!csi) return [];
  const [, number, modifier, letter] = csi;
  // "[M" opens a mouse report, only "OM" is the keypad's Enter.
  if (letter === 'M' && !sequence.startsWith('O')) return [];
  const name = letter === '~' ? byNumber[number ?? ''] : byLetter[letter as string];
  if (name === undefined) return [];
  // "[12;40R" tells where the cursor stands; a letter key with a modifier counts from one.
  if (letter !== '~' && modifier !== undefined && (number !== '1' || Number(modifier) > 16)) return [];
  const bits = Number(modifier ?? (letter === '~' || number === '1' ? '1' : (number ?? '1'))) - 1;
  const prefix = `${bits & 4 ? 'ctrl+' : ''}${bits & 2 ? 'alt+' : ''}${bits & 1 ? 'shift+' : ''}`;
  return [{ key: prefix + name }];
}
