/**
 * Teaches the emulator the cell widths of a present-day terminal: one grapheme cluster is one glyph, flags
 * and joined emoji take two cells. Its own table is that of Unicode 6, where each part takes its own.
 */

import type { Terminal } from '@xterm/headless';
import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter();

// The emulator hands back a number of ours per cell: the place of its cluster in this list.
const known: string[] = [''];
const places = new Map<string, number>([['', 0]]);
const place = (cluster: string) => {
  const found = places.get(cluster) ?? known.push(cluster) - 1;
  places.set(cluster, found);
  return found;
};
const cells = (text: string) => Math.min(2, stringWidth(text)) as 0 | 1 | 2;

/** What a sign is after another, by both: every frame asks for the same few hundred pairs. */
const properties = new Map<number, number>();
function propertiesOf(codePoint: number, preceding: number): number {
  const pair = preceding * 0x200000 + codePoint;
  let found = properties.get(pair);
  if (found === undefined) {
    const character = String.fromCodePoint(codePoint);
    const before = known[preceding >> 3] ?? '';
    const joined = before + character;
    const joins = before !== '' && [...segmenter.segment(joined)].length === 1;
    const cluster = joins ? joined : character;
    found = (place(cluster) << 3) | (cells(cluster) << 1) | (joins ? 1 : 0);
    properties.set(pair, found);
  }
  return found;
}

/** Makes `terminal` (with the proposed API allowed) measure by clusters. */
export function measureByClusters(terminal: Terminal): void {
  terminal.unicode.register({
    version: 'clusters',
    wcwidth: (codePoint) => cells(String.fromCodePoint(codePoint)),
    charProperties: propertiesOf,
  });
  terminal.unicode.activeVersion = 'clusters';
}
