import { createContext, useContext } from 'react';

/**
 * What each colour means. Only the sixteen ANSI colours are used, on the terminal's own background, so that the
 * deck reads on dark and on light; and no colour carries a meaning that a word or a glyph beside it does not.
 *
 *   accent  where the person is: the active tab, the focused field
 *   ok      runs as it should
 *   busy    on its way, wants nothing
 *   warn    wants a look: amber runway, stale data
 *   bad     loses money or has failed
 *   dim     rules, hints, units
 *   sel     the row under the cursor (inverse, so that it shows without colour)
 */
/** What a person gave an account, for its name in the corner and for nothing else. */
export const profileTones = {
  red: { color: 'red' },
  green: { color: 'green' },
  yellow: { color: 'yellow' },
  blue: { color: 'blue' },
  magenta: { color: 'magenta' },
  cyan: { color: 'cyan' },
} as const;
export type ProfileTone = keyof typeof profileTones;

export const styles = {
  plain: {},
  accent: { color: 'cyan', bold: true },
  ok: { color: 'green' },
  busy: { color: 'yellow' },
  warn: { color: 'yellow', bold: true },
  bad: { color: 'red', bold: true },
  dim: { dimColor: true },
  bold: { bold: true },
  sel: { inverse: true },
  underline: { underline: true },
  ...profileTones,
} as const satisfies Record<string, { color?: string; bold?: true; dimColor?: true; inverse?: true; underline?: true }>;
export type StyleName = keyof typeof styles;

const unicodeGlyphs = {
  cursor: '▌',
  rule: '─',
  running: '●',
  loading: '◐',
  provisioning: '◌',
  stopped: '○',
  exited: '✕',
  unknown: '?',
  offline: '⊘',
  other: '◇',
  mark: '◆',
  warn: '▲',
  done: '✓',
  fail: '✗',
  arrow: '→',
  sep: '·',
  crumb: '›',
  up: '▲',
  down: '▼',
  moreUp: '↑',
  moreDown: '↓',
  on: '(•)',
  off: '( )',
  checked: '[x]',
  unchecked: '[ ]',
  caret: '▌',
  absent: '·',
  dot: '•',
  line: '━',
  lineAhead: '╌',
  full: '▓',
  empty: '░',
  gate: '┊',
  topLeft: '┌',
  topRight: '┐',
  bottomLeft: '└',
  bottomRight: '┘',
  side: '│',
  ellipsis: '…',
  unclear: '⧗',
  ahead: '○',
  /** The eight heights of a chart. */
  ramp: '▁▂▃▄▅▆▇█',
} as const;
export type GlyphName = keyof typeof unicodeGlyphs;
export type Glyphs = Record<GlyphName, string>;

const asciiGlyphs: Glyphs = {
  cursor: '>',
  rule: '-',
  running: '[R]',
  loading: '[L]',
  provisioning: '[.]',
  stopped: '[-]',
  exited: '[X]',
  unknown: '[?]',
  offline: '[!]',
  other: '[~]',
  mark: '*',
  warn: '!',
  done: 'ok',
  fail: 'x',
  arrow: '>',
  sep: '|',
  crumb: '>',
  up: '^',
  down: 'v',
  moreUp: '^',
  moreDown: 'v',
  on: '(o)',
  off: '( )',
  checked: '[x]',
  unchecked: '[ ]',
  caret: '_',
  absent: '-',
  dot: '*',
  line: '=',
  lineAhead: '-',
  full: '#',
  empty: '.',
  gate: ':',
  topLeft: '+',
  topRight: '+',
  bottomLeft: '+',
  bottomRight: '+',
  side: '|',
  ellipsis: '~',
  unclear: '[?]',
  ahead: 'o',
  ramp: '.:-=+*#%',
};

/** `still`: nothing moves by itself. */
export type Theme = { ascii: boolean; still: boolean; glyphs: Glyphs };

/** The glyphs of a terminal that has Unicode, or their ASCII twins. */
export function makeTheme({ ascii, still = false }: { ascii: boolean; still?: boolean }): Theme {
  return { ascii, still, glyphs: ascii ? asciiGlyphs : unicodeGlyphs };
}

const ThemeContext = createContext<Theme>(makeTheme({ ascii: false }));
export const ThemeProvider = ThemeContext.Provider;
export const useTheme = (): Theme => useContext(ThemeContext);
