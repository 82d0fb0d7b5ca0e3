import { Text } from 'ink';
import { type CellProps, Table } from 'ink-table';
import { createContext, useContext } from 'react';
import { padEnd } from '../../base/cells.ts';
import type { Part, StyleName } from '../../base/parts.ts';
import { Line } from '../text/line.tsx';
import { asciiParts, partText, steadyParts } from '../text/parts.ts';
import { styleNames, useTheme } from '../theme/theme.ts';
import { spokenCell } from './spoken-row.ts';

export type StillRow = { selected: boolean; cells: readonly Part[] };

/** A `type` and no interface: ink-table asks for an index signature. */
type Tagged = { [column: string]: string };

const firstTag = 'a'.charCodeAt(0);

/**
 * A cell of ink-table is given its text and its column, and neither its row nor how it looks: that goes before the
 * text, as one letter.
 */
const tagged = (text: string, look: StyleName): string =>
  String.fromCharCode(firstTag + styleNames.indexOf(look)) + text;

/** Cells of each column. ink-table counts characters, and some take two cells. */
const Widths = createContext<readonly number[]>([]);

function Cell({ column, children }: CellProps) {
  const { styles } = useTheme();
  const cells = useContext(Widths)[column] ?? 0;
  // ink-table puts its blanks around the text: one before, at least one behind.
  const said = String(children).slice(1);
  const look = styleNames[said.charCodeAt(0) - firstTag] ?? 'plain';
  return (
    <Text {...styles[look]} wrap="truncate-end">
      {padEnd(said.slice(1).trimEnd(), cells)}
    </Text>
  );
}

/** The deck draws no boxes but around dialogs. */
const Nothing = () => null;

type StillTableProps = {
  /** What the columns are called, drawn above the rows: told, each cell has its own beside it. */
  head?: readonly Part[];
  rows: readonly StillRow[];
  widths: readonly number[];
};

const toldCells = (head: readonly Part[] | undefined, cells: readonly Part[]): string[] =>
  cells.map((cell, column) => {
    const [text, title] = [partText(cell).trim(), partText(head?.[column] ?? '').trim()];
    return text === '' || title === '' ? text : spokenCell(title, text);
  });

/**
 * A short table that does not scroll: methods, charges, connections. `widths` are the cells of its columns, gaps
 * included; a line is as wide as they are together. Lists that move or are long are a Grid.
 */
export function StillTable({ head, rows: body, widths }: StillTableProps) {
  const { ascii, letters, spoken } = useTheme();
  if (spoken) {
    // Told in their order, with the row of the cursor last: places of the others would be heard as the cursor's.
    const isChoice = body.some(({ selected }) => selected);
    return body.map(({ selected, cells }, index) => (
      <Line
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity beyond its place
        key={index}
        selected={selected}
        columns={0}
        parts={[
          isChoice && !selected ? '' : `${index + 1} of ${body.length}: `,
          toldCells(head, cells).join('  '),
        ]}
      />
    ));
  }
  const rows = head === undefined ? body : [{ selected: false, cells: head }, ...body];
  const data = rows.map(({ selected, cells }): Tagged => {
    const steady = steadyParts(cells);
    const shown = ascii ? asciiParts(steady, letters) : steady;
    return Object.fromEntries(
      widths.map((_, column) => {
        const cell = shown[column] ?? '';
        const look = selected ? 'sel' : typeof cell === 'string' ? 'plain' : cell[1];
        return [String(column), tagged(partText(cell), look)];
      }),
    );
  });
  return (
    <Widths value={widths}>
      <Table data={data} header={Nothing} skeleton={Nothing} cell={Cell} />
    </Widths>
  );
}
