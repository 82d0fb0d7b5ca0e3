/** A terminal's screen as an SVG: text in cells, so that it looks the same in whatever monospace font there is. */

import type { IBufferCell, Terminal } from '@xterm/headless';

const cell = { width: 8.4, height: 18 };
const fontSize = 14;
const margin = 14;

/** One palette for all pictures: dark, framed, and readable on a light page and on a dark one. */
const colours = {
  background: '#16181d',
  frame: '#3a3f4b',
  text: '#d7dae0',
  ansi: [
    '#2a2e37',
    '#e06c75',
    '#98c379',
    '#e5c07b',
    '#61afef',
    '#c678dd',
    '#56b6c2',
    '#abb2bf',
    '#5c6370',
    '#f0848d',
    '#b1d895',
    '#f2d08f',
    '#83c3f7',
    '#d79be6',
    '#79cdd7',
    '#ffffff',
  ],
} as const;

type Look = { fill: string; background: string | undefined; bold: boolean; dim: boolean; underline: boolean };
type Run = { column: number; cells: number; text: string; look: Look };

/** The screen as it stands. `title` is what a screen reader says of the picture. */
export function screenAsSvg(terminal: Terminal, title: string): string {
  const { cols, rows } = terminal;
  const width = round(cols * cell.width + 2 * margin);
  const height = round(rows * cell.height + 2 * margin);
  const lines = Array.from({ length: rows }, (_, row) => runsOf(terminal, row).map((run) => draw(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colours.background}" stroke="${colours.frame}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="${fontSize}" xml:space="preserve" style="white-space:pre">
${lines.flat().join('\n')}
</g>
</svg>
`;
}

/** Stretches of one row that look alike; blank ones that show nothing are left out. */
function runsOf(terminal: Terminal, row: number): Run[] {
  const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
  const runs: Run[] = [];
  for (let column = 0; line !== undefined && column < terminal.cols; column += 1) {
    const here = line.getCell(column);
    const cells = here?.getWidth() ?? 0;
    // The second half of a wide character has no width of its own.
    if (here === undefined || cells === 0) continue;
    const text = here.getChars() || ' ';
    const look = lookOf(here);
    const last = runs.at(-1);
    const follows = last !== undefined && last.column + last.cells === column && sameLook(last.look, look);
    // A glyph of a fallback font may be wider than a cell: it stands alone or with its like, and shifts nothing.
    const alike = follows && [...last.text].every((glyph) => glyph === text);
    if (follows && (alike || (isPlain(text) && isPlain(last.text)))) {
      last.text += text;
      last.cells += cells;
    } else runs.push({ column, cells, text, look });
  }
  return runs
    .map(trimmed)
    .filter(({ text, look }) => text !== '' || look.background !== undefined || look.underline);
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Without the blanks around it, unless they show a background. */
function trimmed(run: Run): Run {
  if (run.look.background !== undefined || run.look.underline) return run;
  const text = run.text.trim();
  const before = run.text.length - run.text.trimStart().length;
  return { ...run, text, column: run.column + before, cells: run.cells - (run.text.length - text.length) };
}

function lookOf(at: IBufferCell): Look {
  const bold = at.isBold() !== 0;
  const own = at.isFgDefault() ? undefined : ansi(at.getFgColor());
  const behind = at.isBgDefault() ? undefined : ansi(at.getBgColor());
  const inverse = at.isInverse() !== 0;
  return {
    fill: inverse ? (behind ?? colours.background) : (own ?? colours.text),
    background: inverse ? (own ?? colours.text) : behind,
    bold,
    dim: at.isDim() !== 0,
    underline: at.isUnderline() !== 0,
  };
}

/** The deck uses the sixteen colours and no other (tui/theme/theme.ts). */
function ansi(index: number): string {
  const colour = colours.ansi[index];
  if (colour === undefined) throw new Error(`colour ${index} is not one of the sixteen`);
  return colour;
}

const sameLook = (a: Look, b: Look): boolean =>
  a.fill === b.fill &&
  a.background === b.background &&
  a.bold === b.bold &&
  a.dim === b.dim &&
  a.underline === b.underline;

function draw({ column, cells, text, look }: Run, row: number): string {
  const x = round(margin + column * cell.width);
  const top = margin + row * cell.height;
  const width = round(cells * cell.width);
  const back =
    look.background === undefined
      ? ''
      : `<rect x="${x}" y="${top}" width="${width}" height="${cell.height}" fill="${look.background}"/>`;
  if (text === '') return back;
  const style = [
    `fill="${look.fill}"`,
    ...(look.bold ? ['font-weight="bold"'] : []),
    ...(look.dim ? ['opacity="0.62"'] : []),
    ...(look.underline ? ['text-decoration="underline"'] : []),
  ].join(' ');
  // The length is fixed, so that a font with other widths is fitted to the cells.
  const place = `x="${x}" y="${top + 13}" textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `${back}<text ${place} ${style}>${escaped(text)}</text>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
