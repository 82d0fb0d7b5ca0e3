/**
 * Text of strangers in signs whose width all terminals agree on. A cluster that is joined out of several signs is drawn
 * one cell wide by one terminal and as wide as the sum of its parts by the next (wcwidth knows code points alone), and a
 * line that is wider than it was measured breaks the whole frame. So parts are drawn beside each other, and each that is
 * left has the same width alone and in company. The letters stay readable; what is sent anywhere is the text itself.
 */

import { clustersOf } from './graphemes.ts';

// Each range holds signs that stand alone, whatever is beside them: no marks, no joiners, no jamo.
const certain =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0377\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]*$/;
// Joiners, selectors of a look, fillers, tones of skin, the key around a digit, tags, halves of surrogates. The marks of
// a spoken frame (\ufff0-\ufff7) are of no width either, but are taken out where they are read.
const dropped =
  /(?![\ufff0-\ufff7])(?:[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]|\u20e3|[\u{1f3fb}-\u{1f3ff}])/gu;
const flagLetters = /[\u{1f1e6}-\u{1f1ff}]/gu;
/** AM of Thai and Lao: a mark and a vowel in one, which joins what stands before it. */
const amVowels = /[\u0e33\u0eb3]/g;
/** Voice marks of half width, which some terminals set upon the letter before. */
const halfVoiced = /.[\uff9e\uff9f]/gu;
const looseVoice = /[\uff9e\uff9f]/g;
const jamo = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/g;
const spacingMark = /\p{Mc}/gu;
const noWidth = /[\p{Mn}\p{Me}]/u;
const marksBeforeLetter = /\p{Mn}+(?=[^\p{Mn}\p{Me}])/gu;

/** `text` without control characters, as it is drawn: flags as letters, joined signs and conjuncts beside each other. */
export function steadyText(text: string): string {
  if (certain.test(text)) return text;
  const parted = text
    .replace(dropped, '')
    .normalize('NFC')
    .replace(amVowels, (am) => (am === '\u0e33' ? '\u0e4d\u0e32' : '\u0ecd\u0eb2'))
    .replace(halfVoiced, (letter) => letter.normalize('NFKC'))
    .replace(looseVoice, (mark) => (mark === '\uff9e' ? '\u309b' : '\u309c'))
    .replace(flagLetters, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
    .replace(spacingMark, vowelLetter)
    .replace(jamo, '?');
  return certain.test(parted) ? parted : eachCluster(parted, (c) => eachCluster(unjoined(c), standingAlone));
}

const eachCluster = (text: string, change: (cluster: string) => string): string => {
  let changed = '';
  for (const cluster of clustersOf(text)) changed += change(cluster);
  return changed;
};

const spacing = (cluster: string): string[] => Array.from(cluster).filter((sign) => !noWidth.test(sign));

/** Without the marks between the letters of a conjunct, a virama above all, which are what joins them. */
const unjoined = (cluster: string): string =>
  spacing(cluster).length < 2 ? cluster : cluster.replace(marksBeforeLetter, '');

/** Whatever is still joined keeps its last letter alone; what joins the next one, whatever that is, keeps none. */
function standingAlone(cluster: string): string {
  const signs = spacing(cluster);
  if (joinsNext(cluster)) return '?'.repeat(signs.length);
  if (signs.length < 2) return cluster;
  return '?'.repeat(signs.length - 1) + cluster.slice(cluster.lastIndexOf(signs.at(-1) as string));
}

const joinsNext = (cluster: string): boolean => clustersOf(`${cluster} `).next().value !== cluster;

/**
 * A vowel sign that stands beside its letter, as the vowel itself: such signs take one cell or none. In the scripts of
 * India both lie at the same distance.
 */
function vowelLetter(sign: string): string {
  const code = sign.codePointAt(0) as number;
  const inBlock = code & 0x7f;
  if (code < 0x0900 || code > 0x0d7f) return '?';
  if (inBlock === 0x03) return ':';
  const letter = String.fromCodePoint(code - 0x38);
  return inBlock >= 0x3e && inBlock <= 0x4c && /\p{L}/u.test(letter) ? letter : '?';
}
