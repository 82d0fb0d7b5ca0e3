import { after, type Look, ofBlank, plain } from './style.ts';

/**
 * A line as the cells of a terminal: a character each, and '' behind one that takes two. From `certain` on its parts are
 * characters and no cells: what takes how many cells there, terminals disagree about.
 */
export type Line = { texts: readonly string[]; looks: readonly Look[]; certain: number };

const sequences = /^\x1b\[([\d;]*)m/;
/** The signs that the deck itself draws with, where nobody asked for ASCII because they are wide here. */
const ownSigns = /^[·‘’•…›⇧≤≥⊘⏎←-↓─-▕▲▼◆◇○-◓✓✕✗⧗]$/u;
const narrowSigns = new Set<number>();
for (let code = 0xa0; code < 0x2a00; code += 1)
  if (ownSigns.test(String.fromCharCode(code))) narrowSigns.add(code);
const isNarrow = (code: number): boolean => (code >= 0x20 && code < 0x7f) || narrowSigns.has(code);
/** Kana, the common Han characters and Hangul: two cells everywhere. */
const isWide = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fe) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7a3);

/** Reads a line of a frame; undefined where it holds more than text and looks. */
export function readLine(line: string): Line | undefined {
  const texts: string[] = [];
  const looks: Look[] = [];
  let certain = Number.POSITIVE_INFINITY;
  let look = plain;
  let lastLook = plain;
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) as number;
    if (code === 0x1b) {
      const found = sequences.exec(line.slice(at, at + 40));
      const next = found === null ? undefined : after(look, found[1] as string);
      if (found === null || next === undefined) return undefined;
      look = next;
      at += found[0].length;
      continue;
    }
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return undefined;
    const text = String.fromCodePoint(code);
    at += text.length;
    const wide = isWide(code);
    if (!wide && !isNarrow(code) && certain > texts.length) {
      // A sign of unknown width may be one with the character before it, a blank too.
      certain = Math.max(0, texts.at(-1) === '' ? texts.length - 2 : texts.length - 1);
      if (certain < texts.length) looks[certain] = lastLook;
    }
    texts.push(text);
    looks.push(code === 0x20 && certain > texts.length ? ofBlank(look) : look);
    lastLook = look;
    if (wide && certain > texts.length) {
      texts.push('');
      looks.push(look);
    }
  }
  while (texts.at(-1) === ' ' && looks.at(-1) === plain) {
    texts.pop();
    looks.pop();
  }
  return { texts, looks, certain };
}

/** Whether both lines hold the same at a place; behind its end a line is blank. */
export const sameAt = (a: Line, b: Line, at: number): boolean =>
  (a.texts[at] ?? ' ') === (b.texts[at] ?? ' ') && (a.looks[at] ?? plain) === (b.looks[at] ?? plain);
