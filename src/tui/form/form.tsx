import { Box } from 'ink';
import { useRef } from 'react';
import { useKeyName } from '../keys/key-names.ts';
import { scrollTop } from '../list/columns.ts';
import { Line } from '../text/line.tsx';
import { moreLine } from '../text/more-line.ts';
import { useTheme } from '../theme/theme.ts';
import { fieldLines } from './field-lines.ts';
import type { FieldSpec, FormState } from './form-state.ts';
import { SpokenForm } from './spoken-form.tsx';

export { maskTail } from './field-lines.ts';

type FormProps = {
  fields: readonly FieldSpec[];
  state: FormState;
  columns: number;
  rows: number;
  labelCells?: number;
  /** Secrets are drawn as they are. */
  reveal?: boolean;
};

/** On a wider screen a field would end far from its name, and what is said of it further still. */
export const formMeasure = 100;

/** A form's fields below each other; the line with the cursor stays in view, and what is out of view is counted. */
export function Form({ fields, state, columns, rows, labelCells = 11, reveal = false }: FormProps) {
  const { glyphs, spoken } = useTheme();
  const top = useRef(0);
  const pressKey = useKeyName()('form.press');
  if (spoken) return <SpokenForm fields={fields} state={state} reveal={reveal} />;
  const look = { state, glyphs, columns: Math.min(columns, formMeasure), labelCells, reveal, pressKey };
  const drawn = fields.map((field) => ({ id: field.id, ...fieldLines(field, look) }));
  const all = drawn.flatMap(({ id, lines, caretRow }) =>
    lines.map((parts, index) => ({
      key: `${id} ${index}`,
      parts,
      focused: id === state.focus && index === caretRow,
    })),
  );
  const overflows = all.length > rows;
  const room = overflows ? Math.max(1, rows - 1) : rows;
  const at = all.findIndex(({ focused }) => focused);
  top.current = scrollTop(top.current, Math.max(0, at), all.length, room, 1);
  const below = all.length - top.current - room;
  const rest = moreLine({ above: top.current, below }, glyphs, { margin: '  ' });
  return (
    <Box flexDirection="column" width={columns}>
      {all.slice(top.current, top.current + room).map(({ key, parts }) => (
        <Line key={key} parts={parts} columns={columns} />
      ))}
      {overflows ? <Line parts={rest} columns={columns} /> : null}
    </Box>
  );
}
