import { describe, expect, test } from 'vitest';
import {
  type Background,
  type Ground,
  nearestOf256,
  paletteOf,
  readColour,
  themeNames,
} from '../../src/base/theme-colours.ts';
import { makeTheme, styleNames } from '../../src/tui/theme/theme.ts';

type Rgb = readonly [number, number, number];
const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const linear = (c: number) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const linearOf = (hex: string) => rgb(hex).map(linear) as unknown as Rgb;
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
/** As WCAG 2 reckons it, 1 to 21. */
function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(linearOf(a)), luminance(linearOf(b))].sort((x, y) => y - x) as [
    number,
    number,
  ];
  return (bright + 0.05) / (dim + 0.05);
}

/** Backgrounds that terminals come with: plain, and those of well-known schemes. */
const grounds: Record<Background, readonly string[]> = {
  dark: ['#000000', '#1e1e1e', '#282c34', '#002b36'],
  light: ['#ffffff', '#fafafa', '#fdf6e3'],
};

const shipped = [
  ['dark', 'dark', 4.5],
  ['light', 'light', 4.5],
  ['color-blind', 'dark', 4.5],
  ['color-blind', 'light', 4.5],
  ['high-contrast', 'dark', 4.5],
  ['high-contrast', 'light', 4.5],
  ['auto', 'dark', 4.5],
  ['auto', 'light', 4.5],
] as const;

describe('contrast', () => {
  test.each(shipped)(
    'C094 every colour of %s on %s backgrounds is at least 4.5:1',
    (name, background, least) => {
      const colours = Object.entries(paletteOf(name, { level: 3, background }));
      expect(colours.length).toBeGreaterThan(12);
      for (const [meaning, colour] of colours) {
        for (const ground of grounds[background])
          expect(contrast(colour, ground), `${meaning} ${colour} on ${ground}`).toBeGreaterThanOrEqual(least);
      }
    },
  );

  test.each(['dark', 'light'] as const)('of high-contrast is at least 7:1 on plain %s', (background) => {
    const plain = { dark: ['#000000', '#1e1e1e'], light: ['#ffffff', '#fafafa'] }[background];
    for (const colour of Object.values(paletteOf('high-contrast', { level: 3, background })))
      for (const ground of plain) expect(contrast(colour, ground), colour).toBeGreaterThanOrEqual(7);
  });

  test('is kept by a terminal of 256 colours: each is one of them, and given to it as such', () => {
    const steps = ['00', '5f', '87', 'af', 'd7', 'ff'];
    const greys = Array.from({ length: 24 }, (_, i) => (8 + 10 * i).toString(16).padStart(2, '0').repeat(3));
    for (const [name, background] of shipped)
      for (const colour of Object.values(paletteOf(name, { level: 2, background }))) {
        const digits = colour.slice(1);
        const inCube = [0, 2, 4].every((at) => steps.includes(digits.slice(at, at + 2)));
        expect(inCube || greys.includes(digits), `${name} ${colour}`).toBe(true);
        const at = inCube
          ? 16 + [0, 2, 4].reduce((sum, from) => 6 * sum + steps.indexOf(digits.slice(from, from + 2)), 0)
          : 232 + greys.indexOf(digits);
        expect(nearestOf256(colour)).toBe(`ansi256(${at})`);
      }
  });
});

/** Machado, Oliveira and Fernandes 2009, at full severity, on linear light. */
const lacking: Record<string, readonly Rgb[]> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976 difference of two colours as they are seen; about 2 is the least that can be told, 40 is plain. */
function seenApart(a: string, b: string, matrix: readonly Rgb[]): number {
  const seen = (hex: string) => {
    const light = linearOf(hex);
    const mixed = matrix.map((row) => row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0));
    return lab(mixed.map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb);
  };
  const [p, q] = [seen(a), seen(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

describe('the color-blind theme', () => {
  const pairs = [
    ['ok', 'warn'],
    ['ok', 'bad'],
    ['warn', 'bad'],
  ] as const;

  test.each(Object.keys(lacking))('tells ok, warn and bad apart with %s', (kind) => {
    for (const background of ['dark', 'light'] as const) {
      const palette = paletteOf('color-blind', { level: 3, background });
      for (const [a, b] of pairs)
        expect(
          seenApart(palette[a] as string, palette[b] as string, lacking[kind] as readonly Rgb[]),
          `${a} and ${b} on ${background}`,
        ).toBeGreaterThanOrEqual(40);
    }
  });

  test('does more for it than the ordinary one', () => {
    const least = (name: 'dark' | 'color-blind') =>
      Math.min(
        ...pairs.flatMap(([a, b]) => {
          const palette = paletteOf(name, { level: 3, background: 'dark' });
          return Object.values(lacking).map((m) => seenApart(palette[a] as string, palette[b] as string, m));
        }),
      );
    expect(least('color-blind')).toBeGreaterThan(2 * least('dark'));
  });
});

describe('a theme on a terminal', () => {
  const of = (name: (typeof themeNames)[number], ground: Ground, colours = {}) =>
    makeTheme({ ascii: false, name, ground, colours }).styles;
  const named = /^(?:black|red|green|yellow|blue|magenta|cyan|white)(?:Bright)?$/;

  test.each(themeNames)('%s sets no background, whatever the terminal', (name) => {
    for (const level of [0, 1, 2, 3] as const)
      for (const background of ['dark', 'light', undefined] as const)
        for (const style of Object.values(of(name, { level, background })))
          expect(style.backgroundColor).toBe(undefined);
  });

  test.each(themeNames)('%s takes only the sixteen where there are no more', (name) => {
    for (const background of ['dark', 'light', undefined] as const)
      for (const { color } of Object.values(of(name, { level: 1, background })))
        if (color !== undefined) expect(color).toMatch(named);
  });

  test.each(themeNames)(
    'C094 %s without colour keeps bold, underlined and inverse, own colours or not',
    (name) => {
      const styles = of(name, { level: 0, background: 'dark' }, { ok: '#ffffff', sel: 'blue' });
      for (const { color } of Object.values(styles)) expect(color).toBe(undefined);
      expect(styles).toMatchObject({
        sel: { inverse: true },
        bad: { bold: true },
        match: { underline: true },
      });
    },
  );

  test('auto is light on light, dark on dark, and the sixteen on text and background where it is not known', () => {
    expect(of('auto', { level: 3, background: 'light' })).toEqual(
      of('light', { level: 3, background: undefined }),
    );
    expect(of('auto', { level: 3, background: 'dark' })).toEqual(
      of('dark', { level: 3, background: 'light' }),
    );
    expect(of('auto', { level: 3, background: undefined })).toEqual(
      of('ansi', { level: 3, background: 'light' }),
    );
  });

  test('any of its colours can be replaced, alone and in every theme', () => {
    const ground: Ground = { level: 3, background: 'dark' };
    const plain = makeTheme({ ascii: false, name: 'dark', ground });
    const own = makeTheme({ ascii: false, name: 'dark', ground, colours: { accent: 'ansi256(208)' } });
    for (const name of styleNames)
      expect(own.styles[name]).toEqual(
        name === 'accent' ? { color: 'ansi256(208)', bold: true } : plain.styles[name],
      );
    expect(makeTheme({ ...own.look, name: 'mono' }).styles.accent).toEqual({
      color: 'ansi256(208)',
      bold: true,
    });
    const row = makeTheme({
      ascii: false,
      name: 'dark',
      ground,
      colours: { sel: 'blue', sel_text: 'white' },
    });
    expect(row.styles.sel).toEqual({ backgroundColor: 'blue', color: 'white' });
  });
});

test.each([
  ['#ff0101', 'ansi256(196)'],
  ['#a9a9a9', 'ansi256(248)'],
  ['#000000', 'ansi256(16)'],
  ['#ffffff', 'ansi256(231)'],
  ['blueBright', 'blueBright'],
  ['ansi256(3)', 'ansi256(3)'],
])('the colour %s is %s to a terminal of 256', (colour, given) => {
  expect(nearestOf256(colour)).toBe(given);
  const { styles } = makeTheme({
    ascii: false,
    ground: { level: 2, background: 'dark' },
    colours: { ok: colour },
  });
  expect(styles.ok).toEqual({ color: given });
});

test.each([
  ['red', 'red'],
  ['Bright-Blue', 'blueBright'],
  ['#5fd7ff', '#5fd7ff'],
  ['#5AF', '#55aaff'],
  [0, 'ansi256(0)'],
  [255, 'ansi256(255)'],
  ['208', 'ansi256(208)'],
  [256, undefined],
  [-1, undefined],
  [1.5, undefined],
  ['#12345', undefined],
  ['reddish', undefined],
  ['constructor', undefined],
  ['', undefined],
] as const)('the colour %j is %j to Ink', (written, read) => {
  expect(readColour(written)).toBe(read);
});
