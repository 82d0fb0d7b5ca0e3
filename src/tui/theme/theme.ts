import { createContext, useContext } from 'react';
import type { StyleName } from '../../base/parts.ts';
import { type ColourName, forLevel, type Ground, type Palette, type ProfileTone, paletteOf, profileColours, type ThemeName } from '../../base/theme-colours.ts';
import { spokenGlyphs } from './spoken-glyphs.ts';

/** How a stretch of text is drawn, as Ink's Text takes it. */
export type TextStyle = {
  color?: string;
  backgroundColor?: string;
  bold?: true;
  dimColor?: true;
  inverse?: true;
  underline?: true;
};

/**
 * What is said beside colour, and alone where there is none; no colour carries a meaning that a word or a glyph beside
 * it does not.
 */
const shapes = {
  plain: {},
  accent: { bold: true },
  ok: {},
  busy: {},
  warn: { bold: true },
  bad: { bold: true },
  dim: {},
  rule: {},
  bold: { bold: true },
  match: { underline: true },
  sel: {},
  ...(Object.fromEntries(profileColours.map((name) => [name, {}])) as Record<ProfileTone, TextStyle>),
} satisfies Record<StyleName, TextStyle>;
export type Styles = Readonly<Record<StyleName, TextStyle>>;
export const styleNames = Object.keys(shapes) as StyleName[];

/** The colour of each style, where it is not called the same. */
const colourOf: Partial<Record<StyleName, ColourName>> = { plain: 'text', bold: 'key' };

/** The styles of a palette. What is dim without a colour of its own is made so by the terminal. */
function stylesOf(palette: Palette, strong: boolean): Styles {
  const made = Object.fromEntries(
    styleNames.map((name): [StyleName, TextStyle] => {
      const color = palette[(colourOf[name] ?? name) as ColourName | ProfileTone] ?? palette.text;
      return [name, { ...shapes[name], ...(color !== undefined && { color }) }];
    }),
  ) as Record<StyleName, TextStyle>;
  for (const name of ['dim', 'rule'] as const) if (palette[name] === undefined) made[name] = strong ? {} : { dimColor: true };
  made.sel =
    palette.sel === undefined
      ? { inverse: true, ...(palette.sel_text !== undefined && { color: palette.sel_text }) }
      : { backgroundColor: palette.sel, ...(palette.sel_text !== undefined && { color: palette.sel_text }) };
  return made;
}

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
  ready: '✓',
  fail: '✗',
  arrow: '→',
  soon: '→',
  sep: '·',
  crumb: '›',
  up: '▲',
  down: '▼',
  moreUp: '↑',
  moreDown: '↓',
  moreLeft: '←',
  moreRight: '→',
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
  ready: 'ok',
  fail: 'x',
  arrow: '>',
  soon: '>',
  sep: '|',
  crumb: '>',
  up: '^',
  down: 'v',
  moreUp: '^',
  moreDown: 'v',
  moreLeft: '<',
  moreRight: '>',
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

/** What a theme is made of: the terminal, and what the person wishes. */
export type Look = {
  ascii: boolean;
  /** Characters of ambiguous width take two cells: our signs are ASCII then, those of others are counted so (base/cells.ts). */
  wide: boolean;
  /** Nothing moves by itself. */
  still: boolean;
  /** A screen reader tells what there is, and nothing is drawn. */
  spoken: boolean;
  ground: Ground;
  /** Colours of the person's own, over those of any theme. */
  colours: Palette;
};

export type Theme = {
  name: ThemeName;
  /** Our own signs are ASCII. */
  ascii: boolean;
  /** Letters of other scripts are drawn all the same. */
  letters: boolean;
  still: boolean;
  spoken: boolean;
  glyphs: Glyphs;
  styles: Styles;
  look: Look;
};

type Wishes = { ascii: boolean } & Partial<Look> & { name?: ThemeName };

/**
 * Glyphs, their ASCII twins or words for a screen reader, and the colours of the theme `name`. Without knowledge of the terminal they are the
 * sixteen on its own background, which read on dark and on light.
 */
export function makeTheme({ ascii, name = 'auto', ...rest }: Wishes): Theme {
  const { wide = false, spoken = false, still = false, ground = unknownGround, colours = {} } = rest;
  const own = ground.level === 0 ? {} : colours;
  // Words have no twins, and what is told does not move.
  const plain = !spoken && (ascii || wide);
  return {
    name,
    ascii: plain,
    letters: !ascii,
    still: still || spoken,
    spoken,
    glyphs: spoken ? spokenGlyphs : plain ? asciiGlyphs : unicodeGlyphs,
    styles: stylesOf(forLevel({ ...paletteOf(name, ground), ...own }, ground.level), name === 'high-contrast'),
    look: { ascii, wide, still, spoken, ground, colours },
  };
}

const unknownGround: Ground = { level: 3, background: undefined };

const ThemeContext = createContext<Theme>(makeTheme({ ascii: false }));
export const ThemeProvider = ThemeContext.Provider;
export const useTheme = (): Theme => useContext(ThemeContext);
