import type { Parts, StyleName } from '../../base/parts.ts';
import { drawField } from '../../tui/text/field-parts.ts';
import type { EditState } from '../../tui/text/text-edit.ts';
import type { Theme } from '../../tui/theme/theme.ts';

const groups = 2;
const boxes = 3;
const total = groups * boxes;
/** Cells of the drawn boxes; a narrower place gets one line without them. */
const codeBoxesWidth = 27;

export type CodeBoxesLook = {
  columns: number;
  /** It has the cursor. */
  active: boolean;
  /** `bad` after a refused code, `dim` while nothing can be typed, as for a locked method. */
  tone?: Extract<StyleName, 'plain' | 'bad' | 'dim'>;
};

type Cell = readonly [text: string, style: StyleName];

function boxOf(state: EditState, at: number, { active, tone = 'plain' }: CodeBoxesLook, theme: Theme): Cell {
  const digit = state.text[at];
  const here = active && state.cursor === at;
  if (digit === undefined) return here ? [theme.glyphs.caret, 'accent'] : [' ', tone];
  return [digit, here ? 'sel' : tone];
}

/**
 * A code field as two groups of three boxes. It is one text field with one cursor (tui/text/text-edit.ts); the boxes only show
 * how long a code is and how far it has been typed.
 */
export function codeBoxLines(state: EditState, look: CodeBoxesLook, theme: Theme): Parts[] {
  const { glyphs, ascii, spoken } = theme;
  if (spoken)
    return [['6-digit code: ', ...(look.active ? drawField(state, total, glyphs.caret) : [state.text])]];
  const shown = Array.from({ length: total }, (_, at) => boxOf(state, at, look, theme));
  const halves = [shown.slice(0, boxes), shown.slice(boxes)];
  if (look.columns < codeBoxesWidth) {
    const digit = ([text, style]: Cell): Cell => [text === ' ' ? '_' : text, style];
    return [halves.flatMap((half, index): Parts => [index > 0 ? ' ' : '', ...half.map(digit)])];
  }
  const edge = (left: string, joint: string, right: string): Parts => {
    const line = `${left}${Array.from({ length: boxes }, () => glyphs.rule.repeat(3)).join(joint)}${right}`;
    return [[Array.from({ length: groups }, () => line).join(' '), look.active ? 'plain' : 'dim']];
  };
  const side: Cell = [glyphs.side, look.active ? 'plain' : 'dim'];
  const middle = halves.flatMap(
    (half, index): Parts => [
      index > 0 ? ' ' : '',
      side,
      ...half.flatMap((box): Parts => [' ', box, ' ', side]),
    ],
  );
  return [
    edge(glyphs.topLeft, ascii ? '+' : '┬', glyphs.topRight),
    middle,
    edge(glyphs.bottomLeft, ascii ? '+' : '┴', glyphs.bottomRight),
  ];
}
