import { padEnd, width } from '../../base/cells.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { measured, wrapWords } from '../../base/wrap-words.ts';
import type { HomeState } from '../../engine/services.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import type { Row } from '../../tui/text/row-lines.tsx';
import type { Glyphs } from '../../tui/theme/theme.ts';
import type { Entered } from './fields.ts';
import { markStyle, type ResultLine } from './result.ts';

/** Where the form's fields begin. */
const indent = ' '.repeat(14);
/** A narrower screen has no rows to spare either: there a text stays on its line, and is cut. */
const wrapsFrom = 80;

/** A beginning and a text after it that goes on under itself; `more` is the drop of its further lines. */
function hanging(
  begins: Parts,
  text: string,
  style: StyleName,
  columns: number,
  { drop, more }: { drop: number; more: number },
): Row[] {
  const cells = columns - partsWidth(begins) - 1;
  const isNarrow = columns < wrapsFrom;
  const [first = '', ...rest] = wrapWords(
    isNarrow ? briefPath(text, cells) : text,
    isNarrow ? Number.POSITIVE_INFINITY : cells,
  );
  return [
    { parts: [...begins, [first, style]], drop },
    ...rest.map((line): Row => ({ parts: [' '.repeat(partsWidth(begins)), [line, style]], drop: more })),
  ];
}

/** A path that does not fit keeps its end, which tells it from others. */
const briefPath = (text: string, cells: number): string =>
  width(text) > cells && /^[~/]\S+$/.test(text) ? text.replace(/^.*(?=\/)/, '…') : text;

const blank = (drop: number): Row => ({ parts: [], drop });

/** Why the person is here, above the form. */
export function reasonRows(reason: string | undefined, columns: number, glyphs: Glyphs): Row[] {
  if (reason === undefined) return [blank(9)];
  const lines = wrapWords(reason, columns - 5).map(
    (line, index): Row => ({
      parts: [[index === 0 ? ` ${glyphs.warn} ${line}` : `   ${line}`, 'warn']],
      drop: index === 0 ? 0 : 3,
    }),
  );
  return [...lines, blank(9)];
}

/** What is odd about one of the text fields, right under it. */
export function remarkRows({ remarks }: Entered, field: 'url' | 'key', columns: number): Row[] {
  return remarks
    .filter((remark) => remark.field === field)
    .flatMap(({ level, text }) =>
      wrapWords(text, columns - indent.length - 1).map(
        (line): Row => ({ parts: [indent, [line, level]], drop: 1 }),
      ),
    );
}

/** What becomes of the key, under its field. */
export function keyHintRows({ url }: Entered, columns: number): Row[] {
  const hint = wrapWords(
    `Made in the web console, shown there once. Sent only to ${url ?? 'the base URL above'} and never written to the log.`,
    measured(columns - indent.length - 1),
  ).map((line): Row => ({ parts: [indent, [line, 'dim']], drop: 8 }));
  return [...hint, blank(9)];
}

/** The places that can keep the key, each with what is to be said of it. `homes` undefined: still being asked. */
export function homeRows(
  homes: readonly HomeState[] | undefined,
  { picked, focused, checked }: { picked: string; focused: boolean; checked: boolean },
  glyphs: Glyphs,
  columns: number,
): Row[] {
  const label: Parts = [
    [`${focused ? glyphs.cursor : ' '} `, 'accent'],
    [padEnd('Keep it in', 12), focused ? 'accent' : 'plain'],
  ];
  if (homes === undefined) {
    return [{ parts: [...label, ['asking the system keyring, for 3 s at most', 'dim']], drop: 0 }, blank(9)];
  }
  // On a small screen the label and the chosen place stay.
  const chosen = Math.max(
    0,
    homes.findIndex(({ home }) => home === picked),
  );
  const rows = homes.flatMap(({ home, label: name, note, usable }, index): Row[] => {
    const on = home === picked;
    const text = `${on ? glyphs.on : glyphs.off} ${padEnd(name, 22)}`;
    const style = focused && on ? 'accent' : usable ? 'plain' : 'dim';
    const begins: Parts = [...(index === 0 ? label : [indent]), [text, style], ' '];
    return hanging(begins, note, usable ? 'dim' : 'warn', columns, {
      drop: index === 0 || index === chosen ? 0 : checked ? 6 : 2,
      more: checked ? 6 : 2,
    });
  });
  return [...rows, blank(9)];
}

/** What was found out about the key. */
export function resultRows(lines: readonly ResultLine[], glyphs: Glyphs, columns: number): Row[] {
  const glyph = { done: glyphs.done, fail: glyphs.fail, warn: glyphs.warn, unknown: '?', none: ' ' };
  const cells = Math.max(0, ...lines.filter(({ more }) => more !== '').map(({ what }) => width(what))) + 2;
  const signCells = Math.max(2, ...lines.map(({ mark }) => width(glyph[mark]) + 1));
  const rows = lines.flatMap(({ mark, what, more }, index): Row[] => {
    const drop = index === 0 ? 0 : mark === 'unknown' || mark === 'none' ? 5 : 4;
    const sign = glyph[mark];
    const said = `${padEnd(sign, signCells)}${more === '' ? what : padEnd(what, cells)}`;
    return hanging(['    ', [said, markStyle[mark]]], more, 'plain', columns, {
      drop,
      more: Math.max(1, drop),
    });
  });
  return rows.length === 0 ? [] : [...rows, blank(9)];
}
