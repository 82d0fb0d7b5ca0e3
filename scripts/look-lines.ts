/** A screen of the tests as text for a terminal, and the scenes that a wrong name may mean. */

import { closestName } from '../src/base/closest-name.ts';
import type { CellLook } from '../test/support/screen.ts';
import { width } from '../test/support/screen.ts';

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A color as SGR takes it, for letters (38) or for their ground (48). */
function colorOf(color: number | string, to: 38 | 48): string[] {
  if (color === 'own') return [];
  return [typeof color === 'number' ? `${to};5;${color}` : `${to};2;${channels(color).join(';')}`];
}

function styleOf(cell: CellLook): string {
  const { colour, ground, bold, dim, underline, inverse, strike } = cell;
  const on = Object.entries({ 1: bold, 2: dim, 4: underline, 7: inverse, 9: strike });
  const set = on.filter(([, is]) => is).map(([code]) => code);
  return ['0', ...set, ...colorOf(colour, 38), ...colorOf(ground, 48)].join(';');
}

/** One line of the screen with its colors. */
export function inColor(cells: readonly CellLook[]): string {
  let line = '';
  let style = '0';
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] as CellLook;
    const next = styleOf(cell);
    if (next !== style) line += `\x1b[${next}m`;
    style = next;
    line += cell.text;
    // A wide character takes the next cell, too.
    column += Math.max(0, width(cell.text) - 1);
  }
  return style === '0' ? line.trimEnd() : `${line}\x1b[0m`;
}

/** The names that a wrong one may mean, best first. */
export function nearNames(wrong: string, names: readonly string[]): string[] {
  const closest = closestName(wrong, names);
  const within = names.filter((name) => wrong.length > 2 && name.includes(wrong));
  const first = wrong.split('-')[0] as string;
  const alike = names.filter((name) => first !== '' && name.split('-').includes(first));
  return [...new Set([...(closest === undefined ? [] : [closest]), ...within, ...alike])].slice(0, 5);
}
