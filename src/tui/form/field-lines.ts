import { cut, padEnd, width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { drawField } from '../text/field-parts.ts';
import { cutParts, partsWidth } from '../text/parts.ts';
import { editState } from '../text/text-edit.ts';
import { masked } from '../text/text-view.ts';
import type { Glyphs } from '../theme/theme.ts';
import { type FieldSpec, type FormState, fieldValue } from './form-state.ts';

export type FieldLook = {
  state: FormState;
  glyphs: Glyphs;
  columns: number;
  labelCells: number;
  /** Secrets are drawn as they are. */
  reveal: boolean;
  /** What the key is called that lists the values of a choice. */
  pressKey: string;
};

const tailShown = 4;
/** A text field gives room to a note beside it down to this width; a longer note goes below. */
const leastText = 12;

/** A secret as it is drawn: dots, and the last four characters once there are enough before them. */
export function maskTail(secret: string, dot: string): string {
  return masked(editState(secret), { dot, shown: tailShown }).text;
}

type Of<K extends FieldSpec['kind']> = FieldSpec & { kind: K };

function textParts(field: Of<'text'>, cells: number, look: FieldLook): Parts {
  const { state, glyphs, reveal } = look;
  const held = state.texts[field.id] ?? editState('');
  const hidden = field.secret === true && !reveal;
  const shown = hidden ? masked(held, { dot: glyphs.dot, shown: tailShown }) : held;
  const prefix = field.prefix ?? '';
  const room = Math.max(4, cells - width(prefix));
  const filled = (parts: Parts): Parts => [
    [prefix, 'dim'],
    ...parts,
    ['_'.repeat(Math.max(0, room - partsWidth(parts))), 'dim'],
  ];
  const usual = held.text === '' ? (field.placeholder ?? '') : '';
  if (state.focus === field.id && state.editing) {
    const typed = drawField(shown, room, glyphs.caret);
    return usual === '' ? filled(typed) : [[prefix, 'dim'], ...behind(typed, usual, room)];
  }
  if (held.text === '' && field.placeholder !== undefined)
    return [prefix, [padEnd(field.placeholder, room), 'dim']];
  return filled(cutParts([shown.text], room));
}

/** What counts while nothing is typed, dim behind the cursor. */
const behind = (typed: Parts, usual: string, room: number): Parts => [
  ...typed,
  [padEnd(usual, Math.max(0, room - partsWidth(typed))), 'dim'],
];

function choiceParts(field: Of<'choice'>, cells: number, look: FieldLook): Parts {
  const { state, glyphs } = look;
  const value = fieldValue(state, field);
  const focused = state.focus === field.id;
  const mark = (chosen: boolean) => (chosen ? glyphs.on : glyphs.off);
  const inline = field.options.map(({ value: own, label }) => `${mark(own === value)} ${label}`);
  if (width(inline.join('   ')) <= cells) {
    return field.options.flatMap(
      ({ value: own }, index): Parts => [
        index === 0 ? '' : '   ',
        [inline[index] ?? '', focused && own === value ? 'accent' : 'plain'],
      ],
    );
  }
  const at = field.options.findIndex((option) => option.value === value);
  if (at < 0 && value === '')
    return [
      [
        `${glyphs.off} one of ${field.options.length}, ${look.pressKey} lists them`,
        focused ? 'accent' : 'dim',
      ],
    ];
  const label = field.options[at]?.label ?? value;
  const place = `  ${at + 1}/${field.options.length}`;
  return [
    [cut(`${glyphs.on} ${label}`, cells - width(place), glyphs.ellipsis), focused ? 'accent' : 'plain'],
    [place, 'dim'],
  ];
}

function linesParts(field: Of<'lines'>, cells: number, look: FieldLook): { rows: Parts[]; caretRow: number } {
  const { state, glyphs } = look;
  const held = state.texts[field.id] ?? editState('');
  const editing = state.focus === field.id && state.editing;
  if (held.text === '' && !editing) return { rows: [[[field.placeholder ?? '', 'dim']]], caretRow: 0 };
  const before = held.text.slice(0, held.cursor).split('\n');
  const caretRow = before.length - 1;
  const rows = held.text.split('\n').map((text, index): Parts => {
    if (editing && index === caretRow)
      return behind(
        drawField({ text, cursor: before[caretRow]?.length ?? 0 }, cells, glyphs.caret),
        held.text === '' ? (field.placeholder ?? '') : '',
        cells,
      );
    return cutParts([field.mask === undefined || look.reveal ? text : field.mask(text)], cells);
  });
  return { rows, caretRow: editing ? caretRow : 0 };
}

/** A field's own lines, without its label: one, or as many as its text has. */
function valueRows(field: FieldSpec, cells: number, look: FieldLook): { rows: Parts[]; caretRow: number } {
  const focused = look.state.focus === field.id;
  const one = (parts: Parts) => ({ rows: [parts], caretRow: 0 });
  switch (field.kind) {
    case 'text':
      return one(textParts(field, cells, look));
    case 'choice':
      return one(choiceParts(field, cells, look));
    case 'switch': {
      const { checked, unchecked } = look.glyphs;
      const box = fieldValue(look.state, field) === 'true' ? checked : unchecked;
      return one([[`${box} ${field.text}`, focused ? 'accent' : 'plain']]);
    }
    case 'button':
      return one([[`[ ${field.text} ]`, focused ? 'sel' : 'plain']]);
    case 'lines':
      return linesParts(field, cells, look);
  }
}

/**
 * A field as it is drawn: its label, its value, and what is to be said of it, beside it where that fits and below it
 * where not. `caretRow` is the line that must stay in view while the field has the focus.
 */
export function fieldLines(field: FieldSpec, look: FieldLook): { lines: Parts[]; caretRow: number } {
  const { state, glyphs, columns, labelCells } = look;
  const focused = state.focus === field.id;
  const label: Parts = [
    [`${focused ? glyphs.cursor : ' '} `, 'accent'],
    [
      padEnd(field.kind === 'button' ? '' : field.label, labelCells),
      focused ? 'accent' : field.ignored === true ? 'dim' : 'plain',
    ],
    ' ',
  ];
  const indent: Parts = [' '.repeat(labelCells + 3)];
  const cells = Math.max(8, columns - labelCells - 4);
  const note = field.error ?? field.note ?? '';
  const tone = field.error === undefined ? 'dim' : 'bad';
  const wide = width(note) + 2;
  const bare = valueRows(field, cells, look);
  const needs =
    field.kind === 'text' ? leastText + width(field.prefix ?? '') : partsWidth(bare.rows[0] ?? []);
  const beside = note !== '' && bare.rows.length === 1 && field.kind !== 'lines' && needs + wide <= cells;
  const { rows, caretRow } = beside && field.kind === 'text' ? valueRows(field, cells - wide, look) : bare;
  const lines = rows.map(
    (row, index): Parts => [
      ...(index === 0 ? label : indent),
      ...row,
      ...(beside ? [[`  ${note}`, tone] as const] : []),
    ],
  );
  const below = beside ? [] : wrapWords(note, cells).map((line): Parts => [...indent, [line, tone]]);
  return { lines: [...lines, ...below], caretRow };
}
