/** Where words begin and end, as the word keys of a shell see them. Clusters are never halved. */

import { clusters } from '../../base/cells.ts';

/** From an index in a text to another index. */
export type Boundary = (text: string, at: number) => number;

const isWord = (cluster: string) => /^[\p{L}\p{N}_\p{Extended_Pictographic}]/u.test(cluster);
const isNoBlank = (cluster: string) => !/^\s/u.test(cluster);

/** The beginning of the word at or before `at`: a run of letters and digits. */
export const previousWord: Boundary = (text, at) => runStart(text, at, isWord);

/** The beginning of the run without blanks at or before `at`, which Ctrl+W takes away. */
export const previousBlankWord: Boundary = (text, at) => runStart(text, at, isNoBlank);

/** The end of the word at or after `at`. */
export const nextWord: Boundary = (text, at) => {
  const parts = clusters(text.slice(at));
  const first = parts.findIndex(isWord);
  if (first < 0) return text.length;
  const length = parts.slice(first).findIndex((part) => !isWord(part));
  const end = length < 0 ? parts.length : first + length;
  return at + parts.slice(0, end).join('').length;
};

function runStart(text: string, at: number, inRun: (cluster: string) => boolean): number {
  const parts = clusters(text.slice(0, at));
  const last = parts.findLastIndex(inRun);
  if (last < 0) return 0;
  const before = parts.slice(0, last).findLastIndex((part) => !inRun(part));
  return parts.slice(0, before + 1).join('').length;
}
