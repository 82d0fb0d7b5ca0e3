import { Box } from 'ink';
import { useRef } from 'react';
import { padEnd, width } from '../cells.ts';
import { scrollTop } from '../columns.ts';
import { drawField } from '../field-parts.ts';
import { type FieldSpec, type FormState, fieldValue } from '../form-state.ts';
import type { Parts } from '../parts.ts';
import { editState } from '../text-edit.ts';
import { type Glyphs, useTheme } from '../theme.ts';
import { Line } from './line.tsx';

type FormProps = {
  fields: readonly FieldSpec[];
  state: FormState;
  columns: number;
  rows: number;
  labelCells?: number;
  /** Secrets are drawn as they are. */
  reveal?: boolean;
};

const tailShown = 4;

/** A secret as it is drawn: dots, and the last four characters once there are enough before them. */
export function maskTail(secret: string, dot: string): string {
  const letters = [...secret];
  const tail = letters.length >= tailShown * 3 ? letters.slice(-tailShown).join('') : '';
  return dot.repeat(letters.length - tail.length) + tail;
}

function textParts(
  field: FieldSpec & { kind: 'text' },
  state: FormState,
  cells: number,
  focused: boolean,
  glyphs: Glyphs,
  reveal: boolean,
): Parts {
  const held = state.texts[field.id] ?? editState('');
  const shown =
    field.secret === true && !reveal
      ? { ...held, text: maskTail(held.text, glyphs.dot), cursor: held.text.length }
      : held;
  if (focused && state.editing) {
    const parts = drawField(shown, cells, glyphs.caret);
    const used = parts.reduce((sum, part) => sum + width(typeof part === 'string' ? part : part[0]), 0);
    return [...parts, ['_'.repeat(Math.max(0, cells - used)), 'dim']];
  }
  if (held.text === '' && field.placeholder !== undefined) return [[padEnd(field.placeholder, cells), 'dim']];
  const rest = Math.max(0, cells - width(shown.text));
  return [padEnd(shown.text, cells - rest), ['_'.repeat(rest), 'dim']];
}

function choiceParts(
  field: FieldSpec & { kind: 'choice' },
  state: FormState,
  cells: number,
  focused: boolean,
  glyphs: Glyphs,
): Parts {
  const value = fieldValue(state, field);
  const inline = field.options
    .map((o) => `${o.value === value ? glyphs.on : glyphs.off} ${o.label}`)
    .join('   ');
  if (width(inline) <= cells) {
    return field.options.flatMap(
      (o, index): Parts => [
        index === 0 ? '' : '   ',
        [
          `${o.value === value ? glyphs.on : glyphs.off} ${o.label}`,
          focused && o.value === value ? 'accent' : 'plain',
        ],
      ],
    );
  }
  const at = field.options.findIndex((o) => o.value === value);
  const label = field.options[at]?.label ?? value;
  return [
    [`${glyphs.on} ${label}`, focused ? 'accent' : 'plain'],
    [`  ${at + 1} of ${field.options.length}`, 'dim'],
  ];
}

/** The lines of one field: one, or as many as its text has. */
function fieldLines(field: FieldSpec, props: FormProps, glyphs: Glyphs): Parts[] {
  const { state, columns, labelCells = 11, reveal = false } = props;
  const focused = state.focus === field.id;
  const cursor = focused ? glyphs.cursor : ' ';
  const label: Parts = [
    [`${cursor} `, 'accent'],
    [
      padEnd(field.kind === 'button' ? '' : field.label, labelCells),
      focused ? 'accent' : field.ignored === true ? 'dim' : 'plain',
    ],
    ' ',
  ];
  const note = field.error ?? field.note;
  const noteParts: Parts =
    note === undefined ? [] : [[`  ${note}`, field.error === undefined ? 'dim' : 'bad']];
  const cells = Math.max(
    8,
    columns -
      labelCells -
      4 -
      (note === undefined || field.kind === 'lines' ? 0 : Math.min(30, width(note) + 2)),
  );
  switch (field.kind) {
    case 'text':
      return [[...label, ...textParts(field, state, cells, focused, glyphs, reveal), ...noteParts]];
    case 'choice':
      return [[...label, ...choiceParts(field, state, cells, focused, glyphs), ...noteParts]];
    case 'switch': {
      const box = fieldValue(state, field) === 'true' ? glyphs.checked : glyphs.unchecked;
      return [[...label, [`${box} ${field.text}`, focused ? 'accent' : 'plain'], ...noteParts]];
    }
    case 'button':
      return [[...label, [`[ ${field.text} ]`, focused ? 'sel' : 'plain'], ...noteParts]];
    case 'lines': {
      const held = state.texts[field.id] ?? editState('');
      const texts = held.text.split('\n');
      const before = held.text.slice(0, held.cursor).split('\n');
      const blank: Parts = [' '.repeat(labelCells + 3)];
      const rows = texts.map((text, index): Parts => {
        const start = index === 0 ? label : blank;
        const here = focused && state.editing && index === before.length - 1;
        if (held.text === '' && !here) return [...start, [field.placeholder ?? '', 'dim']];
        return [
          ...start,
          ...(here ? drawField({ text, cursor: before.at(-1)?.length ?? 0 }, cells, glyphs.caret) : [text]),
        ];
      });
      return noteParts.length === 0 ? rows : [...rows, [...blank, ...noteParts]];
    }
  }
}

/** A form's fields below each other; the focused one stays in view. */
export function Form(props: FormProps) {
  const { glyphs } = useTheme();
  const top = useRef(0);
  const drawn = props.fields.map((field) => ({ id: field.id, lines: fieldLines(field, props, glyphs) }));
  const all = drawn.flatMap(({ id, lines }) =>
    lines.map((parts, index) => ({ key: `${id} ${index}`, id, parts })),
  );
  const at = all.findIndex(({ id }) => id === props.state.focus);
  top.current = scrollTop(top.current, Math.max(0, at), all.length, props.rows, 1);
  return (
    <Box flexDirection="column" width={props.columns}>
      {all.slice(top.current, top.current + props.rows).map(({ key, parts }) => (
        <Line key={key} parts={parts} columns={props.columns} />
      ))}
    </Box>
  );
}
