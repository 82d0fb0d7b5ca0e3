import { Box, render } from 'ink';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAmbiguousWide, cut, padEnd, padStart, width } from '../src/base/cells.ts';
import type { Parts } from '../src/base/parts.ts';
import { Panel } from '../src/tui/dialog/panel.tsx';
import { Line } from '../src/tui/text/line.tsx';
import { makeTheme, ThemeProvider } from '../src/tui/theme/theme.ts';
import { fakeTerminal, settle } from './support/fake-terminal.ts';

/** As a terminal measures that draws ambiguous characters wide; nothing of ours is asked. */
const onWideTerminal = (text: string) => stringWidth(text, { ambiguousIsNarrow: false });

beforeEach(() => countAmbiguousWide(true));
afterEach(() => countAmbiguousWide(false));

describe('on a terminal that draws ambiguous characters two cells wide', () => {
  test.each([
    ['Ω', 2],
    ['Привет', 12],
    ['train-α', 8],
    ['plain', 5],
    ['漢字', 4],
    ['✓', 1],
  ])('%s takes %i cells', (text, cells) => {
    expect(width(text)).toBe(cells);
  });

  test.each(['Привет, мир', 'α-β-γ-δ', '±§¶°×÷', 'plain', '漢字とΩ'])(
    '%s is cut and padded to the cells it is given',
    (text) => {
      for (let cells = 0; cells < 24; cells += 1) {
        expect(onWideTerminal(padEnd(text, cells, '~'))).toBe(cells);
        expect(onWideTerminal(padStart(text, cells, '~'))).toBe(cells);
        expect(onWideTerminal(cut(text, cells, '~'))).toBeLessThanOrEqual(cells);
      }
    },
  );

  test('every sign of ours is one whose width is certain', () => {
    const { glyphs, ascii, letters } = makeTheme({ ascii: false, wide: true });
    for (const [name, glyph] of Object.entries(glyphs))
      expect(onWideTerminal(glyph), name).toBe(stringWidth(glyph));
    expect({ ascii, letters }).toEqual({ ascii: true, letters: true });
  });

  test('lines end where they should, our signs as ASCII and the letters of a label as they are', async () => {
    const rows: Parts[] = [
      ['  9120441  Привет   1x RTX 4090 · running'],
      ['  9120442  train-α  1x RTX 4090 → stopped', ['  3 ≥ 2', 'ok']],
      ['  9120443  plain    1x RTX 4090 and much more that does not fit into the line, Ωμέγα Ωμέγα Ωμέγα'],
    ];
    const terminal = fakeTerminal({ cols: 60, rows: 12 });
    const ink = render(
      <ThemeProvider value={makeTheme({ ascii: false, wide: true })}>
        <Box flexDirection="column" width={60} height={11}>
          {rows.map((parts, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a test
            <Line key={at} parts={[...parts]} columns={50} />
          ))}
          <Panel title="Destroy" lines={[['Привет']]} width={30} columns={60} rows={12} />
        </Box>
      </ThemeProvider>,
      { stdout: terminal.stdout, stdin: terminal.stdin, interactive: true, patchConsole: false },
    );
    await settle(20);
    const shown = terminal.frame().filter((line) => line !== '');
    ink.unmount();
    const [first = '', second = '', third = ''] = shown;
    expect(first).toContain('Привет   1x RTX 4090 | running');
    expect(second).toContain('train-α  1x RTX 4090 > stopped  3 >= 2');
    expect(third).toMatch(/~$/);
    for (const line of [first, second, third]) expect(onWideTerminal(line)).toBeLessThanOrEqual(50);
    expect(onWideTerminal(third)).toBeGreaterThan(48);
    const box = shown.filter((line) => /^ *[|+]/.test(line));
    expect(box).toHaveLength(3);
    expect(new Set(box.map((line) => onWideTerminal(line))).size).toBe(1);
  });
});

test('elsewhere they take one', () => {
  countAmbiguousWide(false);
  expect([width('Ω'), width('Привет'), width('漢字')]).toEqual([1, 6, 4]);
});
