import fc from 'fast-check';
import { render } from 'ink';
import { afterEach, describe, expect, it } from 'vitest';
import { clusters, width } from '../../../src/base/cells.ts';
import { cellParts } from '../../../src/tui/list/cell-parts.ts';
import type { Column } from '../../../src/tui/list/columns.ts';
import { Grid } from '../../../src/tui/list/grid.tsx';
import { partsText } from '../../../src/tui/text/parts.ts';
import { type FakeTerminal, fakeTerminal } from '../../support/fake-terminal.ts';
import { strangeLabel } from '../../support/stranger-text.ts';
import { wcwidth } from '../../support/wcwidth.ts';

type Row = { id: number; label: string };

const columns: readonly Column<Row>[] = [
  { id: 'label', title: 'LABEL', align: 'left', min: 6, ideal: 16, priority: 2, cell: (row) => row.label },
  { id: 'id', title: 'ID', align: 'right', min: 4, ideal: 4, priority: 1, cell: (row) => `#${row.id}#` },
];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Draws rows, and gives the terminal back when they stand there. */
async function drawn(terminal: FakeTerminal, rows: readonly Row[], more: object = {}): Promise<FakeTerminal> {
  const { stdin, stdout, stderr, screen } = terminal;
  const grid = (
    <Grid
      {...{ columns, rows, rowKey: (row: Row) => row.id, cursor: 0, now: 0, ...more }}
      height={rows.length + 2}
      width={screen.cols}
    />
  );
  const ink = render(grid, { stdin, stdout, stderr, interactive: true, patchConsole: false, debug: true });
  closing.push(() => ink.unmount());
  await new Promise((resolve) => setImmediate(resolve));
  return terminal;
}

describe('a grid', () => {
  it('keeps every label inside its column, whatever is in it, as a terminal shows it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(strangeLabel, { minLength: 1, maxLength: 12 }), async (labels) => {
        const rows = labels.map((text, index) => ({ id: 10 + index, label: text }));
        const terminal = await drawn(fakeTerminal({ cols: 40, rows: 20 }), rows);
        const lines = terminal.frame().slice(1, rows.length + 1);
        for (const [index, line] of lines.entries()) {
          const id = `#${10 + index}#`;
          expect(line.endsWith(id), JSON.stringify(line)).toBe(true);
          const cells = 3 + 16 + 2 + 4;
          expect([width(line), wcwidth(line)], JSON.stringify(labels[index])).toEqual([cells, cells]);
        }
        for (const close of closing.splice(0)) close();
      }),
      { numRuns: 40 },
    );
  });

  it('cuts no number: a wide one widens its column, which keeps its width when the number goes', async () => {
    const terminal = fakeTerminal({ cols: 60, rows: 8 });
    await drawn(terminal, [
      { id: 1_234_567, label: 'a' },
      { id: 1, label: 'b' },
    ]);
    expect(terminal.text()).toContain('#1234567#');
    expect(terminal.text()).toContain('      #1#');
  });

  it('scrolls to columns that do not fit, and says that there are more', async () => {
    const many = Array.from(
      { length: 8 },
      (_, at): Column<Row> => ({
        ...{ id: `c${at}`, title: `C${at}`, align: 'right', min: 8, ideal: 8, priority: at + 1 },
        cell: (row) => `${row.id}.${at}`,
      }),
    );
    const reach = { sideways: 0 };
    const at = async (offset: number) => {
      const terminal = fakeTerminal({ cols: 40, rows: 6 });
      await drawn(terminal, [{ id: 7, label: '' }], {
        columns: many,
        sideways: { wide: true, offset, reach },
      });
      return terminal.frame().slice(0, 2);
    };
    expect((await at(0))[0]).toMatch(/^ +C0 +C1 +C2 →$/);
    expect(reach.sideways).toBe(5);
    expect((await at(5))[0]).toMatch(/^← +C0 +C6 +C7$/);
    expect((await at(5))[1]).toMatch(/^▌ +7\.0 +7\.6 +7\.7$/);
  });
});

describe('a cell', () => {
  it('is underlined where the filter has found something, in whole characters and in its text alone', () => {
    const of = (text: string, marks: [number, number][], right = false, cells = 10) => {
      const padded = right ? text.padStart(cells) : text.padEnd(cells);
      return cellParts(padded, undefined, marks, { text, whole: !text.endsWith('…'), right });
    };
    expect(of('RTX 4090', [[4, 6]])).toEqual(['RTX ', ['40', 'match'], '90  ']);
    expect(of('0.310', [[0, 3]], true)).toEqual(['     ', ['0.3', 'match'], '10']);
    expect(of('abcdefghi…', [[7, 20]])).toEqual(['abcdefg', ['hi', 'match'], '…']);
    expect(of('e\u0301a', [[1, 2]])[0]).toEqual(['e\u0301', 'match']);
  });

  it('is the same text whatever is underlined', () => {
    const place = fc.nat({ max: 20 });
    fc.assert(
      fc.property(strangeLabel, fc.array(fc.tuple(place, place)), fc.boolean(), (text, marks, right) => {
        const padded = right ? `   ${text}` : `${text}   `;
        const parts = cellParts(padded, 'warn', marks, { text, whole: true, right });
        expect(partsText(parts)).toBe(padded);
        expect(parts.flatMap((part) => clusters(typeof part === 'string' ? part : part[0]))).toEqual(
          clusters(padded),
        );
      }),
    );
  });
});
