/** Key names as people write them in config.toml and as the key line shows them. */

import { clustersOf } from './graphemes.ts';

const named = [
  'enter',
  'tab',
  'esc',
  'space',
  'backspace',
  'delete',
  'up',
  'down',
  'left',
  'right',
  'home',
  'end',
  'pageup',
  'pagedown',
];

const otherNames: Readonly<Record<string, string>> = {
  return: 'enter',
  ret: 'enter',
  escape: 'esc',
  spc: 'space',
  bs: 'backspace',
  bksp: 'backspace',
  del: 'delete',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
};

/** Ctrl with these letters sends the very byte of another key: a terminal cannot tell them apart. */
const sameByte: Readonly<Record<string, string>> = {
  'ctrl+h': 'backspace',
  'ctrl+i': 'tab',
  'ctrl+j': 'enter',
  'ctrl+m': 'enter',
  'ctrl+[': 'esc',
};

const modifierNames: Readonly<Record<string, 'ctrl' | 'alt' | 'shift'>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  shift: 'shift',
};

/**
 * Reads a key as a person writes it ("Ctrl+S", "^s", "shift+tab", "D", "pgup") into the name that strokes
 * carry. Answers `error`, a sentence, for what no terminal can send as a key of its own.
 */
export function parseKey(text: string): { key: string } | { error: string } {
  const trimmed = text === ' ' ? 'space' : text.trim();
  const caret = /^\^(.)$/u.exec(trimmed);
  const parts = caret ? ['ctrl', caret[1] as string] : splitAtPlus(trimmed);
  const last = parts.pop() ?? '';
  const modifiers = new Set<string>();
  for (const part of parts) {
    const name = modifierNames[part.toLowerCase()];
    if (name === undefined) return { error: `"${part}" is no modifier; use ctrl, alt or shift` };
    modifiers.add(name);
  }
  const base = baseKey(last);
  if (base === undefined) return { error: `"${text}" is no key` };
  return combine(base, modifiers, text);
}

function combine(base: string, modifiers: Set<string>, text: string): { key: string } | { error: string } {
  const isCharacter = !isNamed(base);
  let name = base;
  if (modifiers.has('ctrl') && isCharacter) name = base.toLowerCase();
  else if (modifiers.has('shift') && isCharacter) {
    if (!/^\p{L}$/u.test(base)) return { error: `"${text}": write the character that Shift gives instead` };
    name = base.toUpperCase();
    modifiers.delete('shift');
  }
  const key = ['ctrl', 'alt', 'shift']
    .filter((m) => modifiers.has(m))
    .concat(name)
    .join('+');
  const twin = sameByte[key];
  return twin ? { error: `a terminal sends ${key} and ${twin} alike; use ${twin}` } : { key };
}

function splitAtPlus(text: string): string[] {
  // The last character is never a separator: "+" and "ctrl++" are keys.
  const parts = text.slice(0, -1).split('+');
  return [...parts.slice(0, -1), (parts.at(-1) ?? '') + text.slice(-1)];
}

function isNamed(key: string): boolean {
  return named.includes(key) || /^f(?:[1-9]|1[0-2])$/.test(key);
}

function baseKey(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (isNamed(lower)) return lower;
  if (otherNames[lower] !== undefined) return otherNames[lower];
  if ([...clustersOf(text)].length !== 1 || /^[\p{C}\s]/u.test(text)) return undefined;
  return text;
}

/** Whether a key is text where a text field has the keyboard. */
export const printable = (key: string): boolean => [...key].length === 1 || key === 'space';

const symbols: Readonly<Record<string, string>> = {
  enter: '⏎',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

const short: Readonly<Record<string, string>> = {
  space: 'spc',
  enter: 'enter',
  backspace: 'bksp',
  delete: 'del',
  pageup: 'pgup',
  pagedown: 'pgdn',
};

/** A key's name as the key line shows it: 'ctrl+s' is '^s', 'enter' is '⏎'; with `ascii` in plain letters. */
export function printKey(key: string, { ascii = false }: { ascii?: boolean } = {}): string {
  const parts = splitAtPlus(key);
  const name = parts.pop() ?? '';
  const base =
    (ascii ? undefined : symbols[name]) ?? short[name] ?? (/^f\d+$/.test(name) ? name.toUpperCase() : name);
  const isLetter = !isNamed(name);
  const prefix = parts.map((part) => {
    if (part === 'ctrl') return isLetter ? '^' : 'ctrl+';
    if (part === 'shift') return ascii ? 'shift+' : '⇧';
    return `${part}+`;
  });
  return prefix.join('') + base;
}

/** A key's name as the first word of a sentence: Enter, Ctrl+G; a letter stays as it is typed. */
export function atStart(name: string): string {
  if (name.length === 1 || /^\P{L}/u.test(name)) return name;
  return name
    .split('+')
    .map((part) => (part.length === 1 && name.startsWith('ctrl+') ? part.toUpperCase() : capital(part)))
    .join('+');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
