import { Box } from 'ink';
import { width } from '../../base/cells.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { type DearerById, needsPerson } from '../../engine/money/agreed-price.ts';
import type { ListView } from '../../hooks/use-list.ts';
import { useNextOffers } from '../../hooks/use-next-offers.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Lines } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { gridOf } from '../list-look.ts';
import { statePart } from '../state-look.ts';
import { note } from './notes.ts';

/** On fewer lines the rows alone have room. */
const notesFrom = 9;

type RowsProps = {
  list: ListView<Instance>;
  dearer: DearerById;
  columns: number;
  height: number;
  now: number;
  dimmed: boolean;
  /** How many of the rows that need the person get a note. */
  most: number;
};

/** The instances, and below them a note for each that needs the person. */
export function Rows({ list, dearer, columns, height, now, dimmed, most }: RowsProps) {
  const { glyphs } = useTheme();
  const needy = noted(list, dearer, height < notesFrom ? 0 : most);
  const outlook = useNextOffers(needy);
  const keyName = useKeyName();
  const notes = needy.flatMap((row) =>
    note(row, outlook(row), {
      ...{ glyphs, keyName, columns, dearer: dearer.get(row.id) },
      underCursor: row === list.row,
    }),
  );
  return (
    <Box flexDirection="column">
      <Grid
        {...gridOf(list)}
        height={Math.max(3, height - (notes.length > 0 ? notes.length + 1 : 0))}
        width={columns}
        now={now}
        gutter={(row) => [list.isMarked(row) ? glyphs.mark : ' ', statePart(readInstance(row), glyphs)]}
        gutterCells={width(glyphs.running) + 3}
        dimmed={dimmed}
      />
      {notes.length > 0 ? (
        <Box flexDirection="column" marginTop={1}>
          <Lines lines={notes} columns={columns} />
        </Box>
      ) : null}
    </Box>
  );
}

/** The first rows that need the person; the one under the cursor, which the keys of its note act on, among them. */
function noted({ rows, row }: ListView<Instance>, dearer: DearerById, most: number): Instance[] {
  const needy = rows.filter((one) => needsPerson(one, dearer));
  const first = needy.slice(0, most);
  return row === undefined || first.includes(row) || !needy.includes(row)
    ? first
    : [...first.slice(0, -1), row].slice(0, most);
}
