import { padEnd, width } from '../../base/cells.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { MenuEntry } from '../dialog/modal.ts';
import type { Option } from './palette-line.ts';
import type { Found } from './palette-rank.ts';

const widestName = 16;
const widestWord = 28;

/** A text with the letters at these places underlined. */
export function underlined(text: string, at: readonly number[]): Parts {
  const parts: Part[] = [];
  let from = 0;
  for (const place of at) {
    if (place > from) parts.push(text.slice(from, place));
    const before = parts.at(-1);
    const letter = text.slice(place, place + 1);
    if (place === from && Array.isArray(before)) parts[parts.length - 1] = [`${before[0]}${letter}`, 'match'];
    else parts.push([letter, 'match']);
    from = place + 1;
  }
  return from < text.length ? [...parts, text.slice(from)] : parts;
}

/** The entries that were found: what each is called, its key, what it does, and why it cannot just now. */
export function entryRows(found: readonly Found<MenuEntry>[], sep: string): readonly Parts[] {
  const names = Math.min(widestName, Math.max(4, ...found.map(({ name }) => width(name ?? ''))));
  const keys = Math.max(1, ...found.map(({ entry }) => width(entry.key ?? '')));
  return found.map(
    ({ entry, name = '', nameAt, labelAt }): Parts => [
      ...underlined(name, nameAt),
      `${' '.repeat(Math.max(0, names - width(name)))}  ${padEnd(entry.key ?? '', keys)}  `,
      ...underlined(entry.label, labelAt),
      ...(entry.hint === undefined ? [] : [[`  ${sep} ${entry.hint}`, 'dim'] as const]),
    ],
  );
}

/** The words that may come next, and what is known of each. */
export function optionRows(options: readonly Option[]): readonly Parts[] {
  const words = Math.min(widestWord, Math.max(4, ...options.map(({ word }) => width(word))));
  return options.map(({ word, note }): Parts => [padEnd(word, words), [`  ${note ?? ''}`, 'dim']]);
}
