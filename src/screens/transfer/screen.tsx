import { Box } from 'ink';
import type { Parts } from '../../base/parts.ts';
import type { RouteOf } from '../../engine/route.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { formActions } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useTicking } from '../../hooks/use-now.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { Form } from '../../tui/form/form.tsx';
import { Rule } from '../../tui/text/header.tsx';
import { Lines } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { copyActions } from './commands.ts';
import { copyLines } from './records.ts';
import { type CopyForm, useCopyForm } from './use-copy-form.ts';

/** From this width on the copies stand beside the form, below it else. */
const besideFrom = 110;
/** Cells of the form beside them: a path of usual length stays whole, and more on a wide screen. */
const besideColumns = (columns: number): number => Math.max(58, Math.floor(columns * 0.45));
/** Lines that the form has when nothing is wrong; on fewer it scrolls. */
const formRows = 10;
const labelCells = 14;

/** The form of a copy, and what is and was copied in this run. */
function Copy({ route }: { route: RouteOf<'copy'> }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  // Spans of ours: the service's clock has nothing to do with them.
  const now = useTicking(() => Math.floor(deck.own() / 1000) * 1000);
  const copy = useCopyForm(route.instance);
  const { form, fields, records, elsewhere, nameOf, connectionOf } = copy;
  useHint(hint(copy, glyphs));

  const beside = body.columns >= besideFrom;
  const formColumns = besideColumns(body.columns);
  const columns = beside ? body.columns - formColumns - 1 : body.columns;
  const look = { nameOf, connectionOf, now, cells: columns, glyphs };
  const least = body.rows > formRows + 4 ? body.rows - formRows - 1 : 2;
  const rows = beside ? body.rows - 1 : least;
  const lines = copyLines(records, elsewhere, rows, look);
  return (
    <Beside row={beside}>
      <Form
        fields={fields}
        state={form.state}
        columns={beside ? formColumns : body.columns}
        rows={beside ? body.rows : body.rows - rows - 1}
        labelCells={labelCells}
      />
      <Box flexDirection="column" width={columns} marginLeft={beside ? 1 : 0}>
        <Rule columns={columns} title="copies" />
        <Lines lines={lines} columns={columns} />
      </Box>
    </Beside>
  );
}

/** What the message line says of the form: what keeps it from going on, or that nothing does. */
function hint({ read, fields }: CopyForm, glyphs: { ready: string }): Parts {
  const [first] = read.ok ? [] : read.errors;
  if (first === undefined) return [[`${glyphs.ready} ready to review`, 'ok']];
  const label = fields.find(({ id }) => id === first.field)?.label ?? first.field;
  return [[`${label}: ${first.message}`, 'dim']];
}

export const copy: ScreenDef<'copy'> = {
  title: () => 'Copy',
  needs: 'api-key',
  actions: [...formActions, ...copyActions],
  View: Copy,
};
