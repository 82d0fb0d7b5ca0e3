import { cut, fits, oneLine, width } from '../../base/cells.ts';
import type { Part, Parts } from '../../base/parts.ts';
import { steadyText } from '../../base/steady-text.ts';

/** Parts as they are drawn: on one line, in signs whose width is the same everywhere. */
export const steadyParts = (parts: Parts): Parts => {
  const steady = (text: string) => (plainAscii.test(text) ? text : steadyText(oneLine(text)));
  return parts.map((part) => (typeof part === 'string' ? steady(part) : [steady(part[0]), part[1]]));
};
const plainAscii = /^[\x20-\x7e]*$/;

export const partText = (part: Part): string => (typeof part === 'string' ? part : part[0]);
export const partsText = (parts: Parts): string => parts.map(partText).join('');
export const partsWidth = (parts: Parts): number =>
  parts.reduce((sum, part) => sum + width(partText(part)), 0);

/** Whether both say the same and look the same. */
export const sameParts = (a: Parts, b: Parts): boolean =>
  a === b || (a.length === b.length && a.every((part, index) => samePart(part, b[index] as Part)));
const samePart = (a: Part, b: Part): boolean =>
  a === b || (typeof a !== 'string' && typeof b !== 'string' && a[0] === b[0] && a[1] === b[1]);

/** Cuts parts to a number of cells, on a cell boundary, with an ellipsis when something was lost. */
export function cutParts(parts: Parts, cells: number): Parts {
  let left = cells;
  const kept: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const text = partText(part);
    const needs = fits(text, left) ? width(text) : Number.POSITIVE_INFINITY;
    const restIsEmpty = index === parts.length - 1;
    if (needs < left || (needs === left && restIsEmpty)) {
      kept.push(part);
      left -= needs;
      continue;
    }
    const isCut = needs > left || partsWidth(parts.slice(index)) > left;
    const short = isCut
      ? cut(`${text}${restIsEmpty ? '' : ' '}${partsText(parts.slice(index + 1))}`, left)
      : text;
    kept.push(typeof part === 'string' ? short : [short, part[1]]);
    if (isCut) return kept;
    left -= needs;
  }
  return kept;
}

/** The first of `wordings` that fits into `cells`, the longest standing first; the last one where none does. */
export const fitting = (wordings: readonly Parts[], cells: number): Parts =>
  wordings.find((parts) => partsWidth(parts) <= cells) ?? wordings.at(-1) ?? [];

/**
 * What `draw` makes of a name, which is cut as far as all else would not stand in `cells`, to its first `least` cells at
 * the most: a few say more than none.
 */
export function aroundName(
  name: string,
  cells: number,
  draw: (name: string) => Parts,
  { least = 4 }: { least?: number } = {},
): Parts {
  const whole = draw(name);
  const over = partsWidth(whole) - cells;
  return over <= 0 ? whole : draw(cut(name, Math.max(least, width(name) - over)));
}

/** Parts with `right` pushed to the right edge; the left gives way when both do not fit. */
export function spread(left: Parts, right: Parts, cells: number): Parts {
  const room = cells - partsWidth(right);
  if (room <= 0) return cutParts(right, cells);
  const start = cutParts(left, Math.max(0, room - 1));
  return [...start, ' '.repeat(room - partsWidth(start)), ...right];
}

const inAscii: Readonly<Record<string, string>> = {
  '·': '|',
  '…': '~',
  '→': '>',
  '≥': '>=',
  '≤': '<=',
  '’': "'",
  '⏎': 'enter',
  '⇧': 'shift+',
};

/**
 * Parts with our own signs as their ASCII twins. Letters of other scripts become `?` on a terminal without Unicode; one
 * that has them but may draw our signs two cells wide keeps its `letters`.
 */
export function asciiParts(parts: Parts, letters = false): Parts {
  // As many as the sign takes cells, so that a column that was measured before stays where it is.
  const foreign = (sign: string) => (letters ? sign : '?'.repeat(width(sign)));
  const plain = (text: string) =>
    plainAscii.test(text) ? text : text.replace(/[^\x20-\x7e]/gu, (sign) => inAscii[sign] ?? foreign(sign));
  return parts.map((part) => (typeof part === 'string' ? plain(part) : [plain(part[0]), part[1]]));
}
