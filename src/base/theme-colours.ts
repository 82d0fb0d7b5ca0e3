/**
 * The colours of each theme, by what they mean. A theme never paints the screen's background, so each is made for the
 * backgrounds that it may stand on: 4.5:1 against those of common dark and light terminals (7:1 in `high-contrast`),
 * which its test computes. They are all among the 256, so that a terminal without the others shows the same ones.
 */

export const themeNames = ['auto', 'light', 'dark', 'ansi', 'high-contrast', 'color-blind', 'mono'] as const;
export type ThemeName = (typeof themeNames)[number];

/** The theme of a name as it was typed; the old spelling of one is still read. */
export function themeNamed(typed: string): ThemeName | undefined {
  const name = typed.trim().toLowerCase().replace('colour', 'color');
  return themeNames.find((one) => one === name);
}
export type Background = 'dark' | 'light';

/**
 * What has a colour of its own, and what that means:
 *
 *   text      whatever has no other
 *   dim       hints, units, what is out of reach
 *   rule      lines between the parts of a screen and around dialogs
 *   key       keys, headings, what is named
 *   accent    where the person is: the active tab, the focused field
 *   ok        runs as it should
 *   busy      on its way, wants nothing
 *   warn      wants a look: amber runway, stale data
 *   bad       loses money or has failed
 *   match     letters that a filter found
 *   sel       behind the row under the cursor; inverse where it has no colour, so that it shows without any
 *   sel_text  the text of that row
 */
export const colourNames = [
  'text',
  'dim',
  'rule',
  'key',
  'accent',
  'ok',
  'busy',
  'warn',
  'bad',
  'match',
  'sel',
  'sel_text',
] as const;
export type ColourName = (typeof colourNames)[number];

/** Colours that a person may give a profile. */
export const profileColours = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
export type ProfileTone = (typeof profileColours)[number];

/** A colour as Ink takes it: a name of the sixteen, `#rrggbb` or `ansi256(n)`. */
export type Palette = { readonly [N in ColourName | ProfileTone]?: string };

/** The names that a person may write for the sixteen, with what Ink calls them. */
export const sixteen: Readonly<Record<string, string>> = Object.fromEntries(
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].flatMap((name) => [
    [name, name],
    [`bright-${name}`, `${name}Bright`],
  ]),
);

/** A colour of config.toml as Ink takes it: a name, `#rgb`, `#rrggbb` or 0 to 255. Undefined for anything else. */
export function readColour(value: string | number): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= 255 ? `ansi256(${value})` : undefined;
  const text = value.trim().toLowerCase();
  if (/^\d{1,3}$/.test(text)) return readColour(Number(text));
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit.repeat(2))
      .join('')}`;
  return Object.hasOwn(sixteen, text) ? sixteen[text] : undefined;
}

const steps = [0, 95, 135, 175, 215, 255];

/**
 * `#rrggbb` as the nearest of the 256 that mean the same on every terminal: the cube and the greys. Ink's colour library
 * reckons with a cube of even steps, which takes a palette's colours for brighter ones.
 */
export function nearestOf256(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const off = (other: readonly number[]) =>
    rgb.reduce((sum, part, at) => sum + (part - (other[at] ?? 0)) ** 2, 0);
  const near = rgb.map((part) =>
    steps.reduce((best, s, at) => (apart(part, s) < apart(part, steps[best] ?? 0) ? at : best), 0),
  );
  const cube = near.map((at) => steps[at] ?? 0);
  const mean = rgb.reduce((sum, part) => sum + part, 0) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const shade = 8 + 10 * grey;
  if (off([shade, shade, shade]) < off(cube)) return `ansi256(${232 + grey})`;
  return `ansi256(${near.reduce((sum, at) => 6 * sum + at, 0) + 16})`;
}

const apart = (a: number, b: number): number => Math.abs(a - b);

/** A palette as a terminal of this many colours is given it. */
export const forLevel = (palette: Palette, level: Ground['level']): Palette =>
  level === 2
    ? Object.fromEntries(Object.entries(palette).map(([name, colour]) => [name, nearestOf256(colour)]))
    : palette;

const tones = Object.fromEntries(profileColours.map((name) => [name, name])) as Record<ProfileTone, string>;

/** The sixteen on the terminal's own text and background: what they look like is the terminal's affair. */
const ansi: Palette = { ...tones, accent: 'cyan', ok: 'green', busy: 'yellow', warn: 'yellow', bad: 'red' };

/** The sixteen where the background is known to be light: yellow and cyan are lost on white. */
const ansiOnLight: Palette = {
  ...{ ...tones, yellow: 'magenta', cyan: 'blue' },
  ...{ accent: 'blue', ok: 'green', busy: 'magenta', warn: 'magenta', bad: 'red' },
};

/** Blue, yellow and magenta differ in more than red from green. */
const ansiColourBlind: Record<Background, Palette> = {
  dark: { ...tones, accent: 'cyan', ok: 'cyan', warn: 'yellow', bad: 'magenta' },
  light: { ...ansiOnLight, accent: 'blue', ok: 'blue', busy: 'black', warn: 'red', bad: 'magenta' },
};

const dark: Palette = {
  ...{ dim: '#a8a8a8', rule: '#949494', accent: '#5fd7ff' },
  ...{ ok: '#87d75f', busy: '#ffd75f', warn: '#ffaf5f', bad: '#ff8787', match: '#ffff87' },
  ...{ red: '#ff8787', green: '#87d75f', yellow: '#ffd75f', blue: '#87afff' },
  ...{ magenta: '#ff87ff', cyan: '#5fd7ff' },
};

const light: Palette = {
  ...{ dim: '#5f5f5f', rule: '#6c6c6c', accent: '#005f87' },
  ...{ ok: '#005f00', busy: '#5f5f00', warn: '#875f00', bad: '#af0000', match: '#5f00af' },
  ...{ red: '#af0000', green: '#005f00', yellow: '#5f5f00', blue: '#0000af' },
  ...{ magenta: '#870087', cyan: '#005f5f' },
};

const contrast: Record<Background, Palette> = {
  dark: {
    ...{ text: '#ffffff', dim: '#d0d0d0', rule: '#ffffff', key: '#ffffff', accent: '#5fffff' },
    ...{ ok: '#87ff5f', busy: '#ffff87', warn: '#ffff00', bad: '#ffafaf', match: '#ffff00' },
    ...{ red: '#ffafaf', green: '#87ff5f', yellow: '#ffff00', blue: '#afd7ff' },
    ...{ magenta: '#ffafff', cyan: '#5fffff' },
  },
  light: {
    ...{ text: '#000000', dim: '#303030', rule: '#000000', key: '#000000', accent: '#00005f' },
    ...{ ok: '#005f00', busy: '#303030', warn: '#5f0087', bad: '#870000', match: '#0000af' },
    ...{ red: '#870000', green: '#005f00', yellow: '#303030', blue: '#00005f' },
    ...{ magenta: '#5f005f', cyan: '#00005f' },
  },
};

/** Told apart without red or without green: blue, yellow and rose on dark; blue, ochre and crimson on light. */
const colourBlind: Record<Background, Palette> = {
  dark: { ...dark, accent: '#87d7ff', ok: '#5fafff', busy: '#d7d7ff', warn: '#ffff00', bad: '#ff5f87' },
  light: { ...light, accent: '#005f87', ok: '#0000d7', busy: '#5f5f87', warn: '#875f00', bad: '#af0087' },
};

/** What is known of the terminal that a theme is drawn on. */
export type Ground = {
  /** Colours that it shows: 0 none, 1 the 16, 2 the 256, 3 any. */
  level: 0 | 1 | 2 | 3;
  /** Undefined where neither the terminal nor the person has said. */
  background: Background | undefined;
};

/**
 * The palette of a theme on a terminal. Where the background decides and is not known, and where there are only the
 * sixteen, whose looks are the terminal's, it is one of the sixteen; without colours it is empty.
 */
export function paletteOf(name: ThemeName, { level, background }: Ground): Palette {
  if (level === 0 || name === 'mono') return {};
  const known = name === 'light' || name === 'dark' ? name : background;
  const few = level === 1 || known === undefined;
  if (name === 'color-blind') return few ? ansiColourBlind[known ?? 'dark'] : colourBlind[known];
  if (name === 'ansi' || few) return name !== 'ansi' && known === 'light' ? ansiOnLight : ansi;
  if (name === 'high-contrast') return contrast[known];
  return known === 'light' ? light : dark;
}
