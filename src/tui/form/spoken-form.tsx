import { Box } from 'ink';
import type { Parts } from '../../base/parts.ts';
import { markedVerbatim, marks } from '../reader/spoken-marks.ts';
import { drawField } from '../text/field-parts.ts';
import { Line, Quiet } from '../text/line.tsx';
import { editState } from '../text/text-edit.ts';
import { masked } from '../text/text-view.ts';
import { type FieldSpec, type FormState, fieldValue } from './form-state.ts';

type SpokenFormProps = { fields: readonly FieldSpec[]; state: FormState; reveal: boolean };

/**
 * A form as it is told: the field that has the focus with its place, label, kind and error; of the others what is wrong
 * with them, and the rest when somebody asks for the whole place.
 */
export function SpokenForm({ fields, state, reveal }: SpokenFormProps) {
  return (
    <Box flexDirection="column">
      {fields.map((field, index) => {
        const place = fields.length === 1 ? '' : `${index + 1} of ${fields.length}: `;
        const isHere = field.id === state.focus;
        const parts: Parts = [place, ...fieldParts(field, state, reveal)];
        if (isHere) return <Line key={field.id} parts={parts} columns={0} selected />;
        return (
          <Quiet key={field.id} value={field.error === undefined ? 'a' : ''}>
            <Line parts={parts} columns={0} />
          </Quiet>
        );
      })}
    </Box>
  );
}

function fieldParts(field: FieldSpec, state: FormState, reveal: boolean): Parts {
  const value = fieldValue(state, field);
  const more = [field.ignored === true ? 'ignored' : '', field.error ?? field.note ?? '']
    .filter((text) => text !== '')
    .map((text) => `, ${text}`)
    .join('');
  const isTyped = field.id === state.focus && state.editing;
  switch (field.kind) {
    case 'button':
      return [`${field.text}, button${more}`];
    case 'switch':
      return [`${named(field)}${field.text}, ${value === 'true' ? 'checked' : 'not checked'}${more}`];
    case 'choice': {
      const at = field.options.findIndex((option) => option.value === value);
      const many = field.options.length;
      const chosen = field.options[at]?.label ?? (value === '' ? 'nothing chosen' : value);
      return [
        `${named(field)}${chosen}, ${at < 0 ? `${many} choices` : `choice ${at + 1} of ${many}`}${more}`,
      ];
    }
    case 'text': {
      const held = state.texts[field.id] ?? editState('');
      const shown = field.secret === true && !reveal ? masked(held, { dot: '*', shown: 4 }) : held;
      const kind = `${field.secret === true ? 'secret, ' : ''}edit`;
      const prefix = field.prefix === undefined ? '' : `${field.prefix.trim()} and `;
      if (isTyped)
        return [`${named(field)}${prefix}${kind}${usual(field)}${more}`, ...drawField(shown, 0, marks.caret)];
      return [
        `${named(field)}${prefix}${shown.text === '' ? empty(field.placeholder) : markedVerbatim(shown.text)}, ${kind}${more}`,
      ];
    }
    case 'lines': {
      const held = state.texts[field.id] ?? editState('');
      const lines = held.text.split('\n');
      const before = held.text.slice(0, held.cursor).split('\n');
      const count = held.text === '' ? empty(field.placeholder) : `${lines.length} lines`;
      if (!isTyped) return [`${named(field)}${count}, edit${more}`];
      const at = before.length - 1;
      const line = { text: lines[at] ?? '', cursor: before[at]?.length ?? 0 };
      return [
        `${named(field)}edit${usual(field)}, line ${at + 1} of ${lines.length}${more}`,
        ...drawField(line, 0, marks.caret),
      ];
    }
  }
}

const named = ({ label }: FieldSpec): string => (label.trim() === '' ? '' : `${label.trim()}, `);
/** What counts while nothing is typed, or what may be; the same while something is, so that typing tells nothing anew. */
function usual({ placeholder = '' }: { placeholder?: string }): string {
  const [, value] = /^(?:empty: (?=.)|(?=[\w.,-]+$|none\b))(.*)$/.exec(placeholder) ?? [];
  return value !== undefined ? `, if empty: ${value}` : placeholder === '' ? '' : `, ${placeholder}`;
}
const empty = (placeholder: string | undefined): string =>
  placeholder === undefined || placeholder === '' ? 'empty' : `empty, ${placeholder.replace(/^empty: /, '')}`;
