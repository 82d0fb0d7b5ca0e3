import { describe, expect, test } from 'vitest';
import type { Parts } from '../../../src/base/parts.ts';
import { backupCodeLines } from '../../../src/screens/two-factor/backup-codes.ts';
import { type ChainLink, chainLines } from '../../../src/screens/two-factor/chain.ts';
import { clockParts, ringParts } from '../../../src/screens/two-factor/clock-parts.ts';
import { codeBoxLines } from '../../../src/screens/two-factor/code-boxes.ts';
import { partsText, partsWidth } from '../../../src/tui/text/parts.ts';
import { edit, editState } from '../../../src/tui/text/text-edit.ts';
import { makeTheme } from '../../../src/tui/theme/theme.ts';

const theme = makeTheme({ ascii: false });
const ascii = makeTheme({ ascii: true });
const texts = (lines: readonly Parts[]) => lines.map((parts) => partsText(parts).trimEnd());

describe('the boxes of a code', () => {
  const three = editState('492');

  test('are two groups of three, with the cursor in the next one', () => {
    expect(texts(codeBoxLines(three, { columns: 40, active: true }, theme))).toEqual([
      '┌───┬───┬───┐ ┌───┬───┬───┐',
      '│ 4 │ 9 │ 2 │ │ ▌ │   │   │',
      '└───┴───┴───┘ └───┴───┴───┘',
    ]);
  });

  test('show the cursor on a digit that it was moved to, and none without the focus', () => {
    const [, middle = []] = codeBoxLines(edit(three, 'home'), { columns: 40, active: true }, theme);
    expect(middle.filter((part) => typeof part !== 'string' && part[1] === 'sel')).toEqual([['4', 'sel']]);
    const [, idle = []] = codeBoxLines(three, { columns: 40, active: false }, theme);
    expect(partsText(idle)).not.toContain('▌');
  });

  test('stand without a cursor when all six are there', () => {
    expect(texts(codeBoxLines(editState('492817'), { columns: 27, active: true }, theme))[1]).toBe(
      '│ 4 │ 9 │ 2 │ │ 8 │ 1 │ 7 │',
    );
  });

  test('draw a refused code in the colour of failures', () => {
    const [, middle = []] = codeBoxLines(
      editState('492817'),
      { columns: 40, active: true, tone: 'bad' },
      theme,
    );
    expect(middle.filter((part) => typeof part !== 'string' && part[1] === 'bad')).toHaveLength(6);
  });

  test('become one line where there is no room for them, and ASCII where nothing else shows', () => {
    expect(texts(codeBoxLines(three, { columns: 20, active: true }, theme))).toEqual(['492 ▌__']);
    expect(texts(codeBoxLines(three, { columns: 40, active: true }, ascii))).toEqual([
      '+---+---+---+ +---+---+---+',
      '| 4 | 9 | 2 | | _ |   |   |',
      '+---+---+---+ +---+---+---+',
    ]);
  });

  test('are no wider than they were given', () => {
    for (const [columns, drawn] of [
      [30, [27, 27, 27]],
      [27, [27, 27, 27]],
      [26, [7]],
    ] as const)
      expect(codeBoxLines(three, { columns, active: true }, theme).map(partsWidth)).toEqual(drawn);
  });
});

describe('the chain of steps', () => {
  const links: ChainLink[] = [
    { name: 'PROVE YOU', mark: 'done', note: 'by e-mail' },
    { name: 'ADD WINDOW', mark: 'here', note: '28:41 left' },
    { name: 'NEW SECRET', mark: 'ahead', note: '' },
    { name: 'CONFIRM CODE', mark: 'ahead', note: '' },
    { name: 'SAVE CODES', mark: 'skipped', note: 'not needed' },
  ];

  test('says below each step how it stands', () => {
    expect(texts(chainLines(links, 80, theme))).toEqual([
      '    PROVE YOU ──▶ ADD WINDOW ──▶ NEW SECRET ──▶ CONFIRM CODE ──▶ SAVE CODES',
      '    ✓ by e-mail   ● 28:41 left   ○              ○                · not needed',
    ]);
  });

  test('draws longer arrows over longer notes', () => {
    const [first, ...rest] = links;
    const long = [{ ...first, note: 'by a backup code' } as ChainLink, ...rest];
    expect(texts(chainLines(long, 90, theme))).toEqual([
      '    PROVE YOU ────────▶ ADD WINDOW ──▶ NEW SECRET ──▶ CONFIRM CODE ──▶ SAVE CODES',
      '    ✓ by a backup code  ● 28:41 left   ○              ○                · not needed',
    ]);
  });

  test('stands one step below the other where it is narrow, and in ASCII', () => {
    expect(texts(chainLines(links, 60, theme))).toEqual([
      '  ✓  PROVE YOU     by e-mail',
      '  ●  ADD WINDOW    28:41 left',
      '  ○  NEW SECRET',
      '  ○  CONFIRM CODE',
      '  ·  SAVE CODES    not needed',
    ]);
    expect(texts(chainLines(links, 90, ascii))[0]).toBe(
      '    PROVE YOU --> ADD WINDOW --> NEW SECRET --> CONFIRM CODE --> SAVE CODES',
    );
  });

  test('never draws over its width', () => {
    for (const cols of [80, 60, 40]) {
      const lines = chainLines(links, cols, theme);
      expect(lines).toHaveLength(cols === 80 ? 2 : 5);
      for (const line of lines) expect(partsWidth(line)).toBeLessThanOrEqual(cols);
    }
  });
});

describe('new backup codes', () => {
  const codes = Array.from({ length: 10 }, (_, at) => `AAA${at}-BBBB-CCCC`);

  test('stand in two columns of five, numbered', () => {
    expect(texts(backupCodeLines(codes, { columns: 80, hidden: false }, theme))).toEqual([
      '      1  AAA0-BBBB-CCCC                6  AAA5-BBBB-CCCC',
      '      2  AAA1-BBBB-CCCC                7  AAA6-BBBB-CCCC',
      '      3  AAA2-BBBB-CCCC                8  AAA7-BBBB-CCCC',
      '      4  AAA3-BBBB-CCCC                9  AAA8-BBBB-CCCC',
      '      5  AAA4-BBBB-CCCC               10  AAA9-BBBB-CCCC',
    ]);
  });

  test('are all there in every width, in one column where it is narrow', () => {
    for (let columns = 19; columns <= 120; columns += 1) {
      const lines = backupCodeLines(codes, { columns, hidden: false }, theme);
      for (const code of codes) expect(texts(lines).join('\n')).toContain(code);
      for (const line of lines) expect(partsWidth(line)).toBeLessThanOrEqual(columns);
    }
    expect(backupCodeLines(codes, { columns: 30, hidden: false }, theme)).toHaveLength(10);
  });

  test('can be hidden, with the one that is asked for marked', () => {
    const look = { columns: 80, hidden: true, asked: 6 };
    const frame = texts(backupCodeLines(codes, look, theme));
    expect(frame.join('\n')).not.toMatch(/AAA|BBBB/);
    expect(frame[0]).toContain('••••-••••-••••');
    const marked = backupCodeLines(codes, look, theme)[1] ?? [];
    expect(marked.filter((part) => typeof part !== 'string' && part[1] === 'accent')).toHaveLength(2);
  });

  test('of an odd number lose none', () => {
    expect(texts(backupCodeLines(codes.slice(0, 3), { columns: 80, hidden: false }, theme))).toEqual([
      '      1  AAA0-BBBB-CCCC                3  AAA2-BBBB-CCCC',
      '      2  AAA1-BBBB-CCCC',
    ]);
  });
});

describe('clocks', () => {
  test('the ring shows what is left of thirty seconds and warns when it is nearly over', () => {
    expect(texts([ringParts(18_000, 30_000, theme.glyphs)])).toEqual(['▓▓▓▓▓▓░░░░ 18 s']);
    expect(texts([ringParts(3999, 30_000, theme.glyphs)])).toEqual(['▓▓░░░░░░░░ 4 s wait for the next']);
    expect(texts([ringParts(0, 30_000, theme.glyphs)])).toEqual(['░░░░░░░░░░ 0 s wait for the next']);
  });

  test('a countdown turns amber near its end, and says when it may be less', () => {
    expect(clockParts(1_564_000, { warnMs: 300_000 })).toEqual([['26:04', 'plain']]);
    expect(clockParts(240_000, { warnMs: 300_000, most: true })).toEqual([['at most 4:00', 'warn']]);
    expect(clockParts(-5)).toEqual([['now', 'warn']]);
  });
});
