import { render } from 'ink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { width } from '../../../src/base/cells.ts';
import { type StillRow, StillTable } from '../../../src/tui/list/still-table.tsx';
import { makeTheme, ThemeProvider } from '../../../src/tui/theme/theme.ts';
import { fakeTerminal, settle } from '../../support/fake-terminal.ts';

let end = () => {};
afterEach(() => end());

async function open(rows: readonly StillRow[], widths: readonly number[], ascii = false) {
  const terminal = fakeTerminal({ cols: 40, rows: 6 });
  const view = (next: readonly StillRow[], cells: readonly number[]) => (
    <ThemeProvider value={makeTheme({ ascii })}>
      <StillTable rows={next} widths={cells} />
    </ThemeProvider>
  );
  const app = render(view(rows, widths), { ...terminal, interactive: true, patchConsole: false });
  end = () => app.unmount();
  await settle();
  const draw = (next: readonly StillRow[], cells: readonly number[]) => app.rerender(view(next, cells));
  return { terminal, frame: terminal.frame().filter((line) => line !== ''), draw };
}

describe('a still table', () => {
  it('stands without boxes or a line of titles, each column at its place', async () => {
    const { frame } = await open(
      [
        { selected: true, cells: ['▌', 'totp', ['Phone', 'dim'], ['● ready', 'ok']] },
        { selected: false, cells: [' ', 'sms', 'Work', '▲ locked'] },
      ],
      [3, 7, 12, 18],
    );
    expect(frame).toEqual(['▌  totp   Phone       ● ready', '   sms    Work        ▲ locked']);
  });

  it('counts cells and not characters, and cuts what is too long', async () => {
    const { frame } = await open(
      [
        { selected: false, cells: ['汉字汉字', 'a'] },
        { selected: false, cells: ['far too long for this', 'b'] },
        { selected: false, cells: ['', 'c'] },
      ],
      [8, 6],
    );
    expect(frame).toEqual(['汉字汉字a', 'far too…b', '        c']);
    expect(frame.map((line) => width(line))).toEqual([9, 9, 9]);
  });

  it('follows new rows and new widths', async () => {
    const { terminal, draw } = await open([{ selected: false, cells: ['one', 'x'] }], [5, 5]);
    draw([{ selected: false, cells: ['three', 'y'] }], [9, 5]);
    await vi.waitFor(() => expect(terminal.frame()[0]).toBe('three    y'));
  });

  it('is drawn in ASCII alone where that is asked for', async () => {
    const { frame } = await open([{ selected: false, cells: ['a · b', 'é'] }], [8, 4], true);
    expect(frame).toEqual(['a | b   ?']);
  });
});
