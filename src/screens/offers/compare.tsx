import { useState } from 'react';
import { padEnd, width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { bestOf, decidingFirst, fieldRank } from '../../engine/offers/compare-offers.ts';
import { fieldColumns } from '../../hooks/field-columns.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { ComparedOffers } from '../../tui/dialog/modal.ts';
import { Panel } from '../../tui/dialog/panel.tsx';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { spokenFigure } from '../../tui/list/spoken-row.ts';
import { marks } from '../../tui/reader/spoken-marks.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { type ComparedField, comparedFields, onPoint, pointAt } from './compare-fields.ts';
import { fieldName } from './field-names.ts';

const gap = 2;
/** The lines of the box that are no fields: its edges, what it says below, and what stays free around it. */
const frameRows = 7;
const widest = 110;
const widestValue = 22;
/** Below it the box takes the whole width, and a field has its short name. */
const narrow = 80;

/** A field as it is told: the value of each offer by its place, then whose is the best, which is an underline when drawn. */
function spokenField({ spoken, values, unit, best }: ComparedField, place: string): Parts {
  const each = values.map(
    (value, index) => `offer ${index + 1}, ${value === undefined ? 'unknown' : spokenFigure(value, unit)}`,
  );
  const which = best.length === 0 ? '' : `; best, ${best.map((index) => `offer ${index + 1}`).join(' and ')}`;
  return [marks.focus, `${place}: ${spoken}: ${each.join('; ')}${which}`];
}

/** Cells for names and for values, and the values' heading: the GPUs, on one line or two. */
function layout(
  head: ComparedField | undefined,
  fields: readonly ComparedField[],
  { columns, count, absent }: { columns: number; count: number; absent: string },
) {
  const isNarrow = columns < narrow;
  const inner = Math.min(columns - (isNarrow ? 4 : 8), widest);
  const label = ({ short, label: long }: ComparedField) => (isNarrow ? short : long);
  const gpus = (head?.values ?? []).map((value) => value ?? absent);
  const gpuCells = Math.min(widestValue, Math.max(0, ...gpus.map(width)));
  // Names have what the values and the GPUs above them leave, and no less than those of the list need.
  const forNames = Math.max(isNarrow ? 14 : 18, inner - count * (gpuCells + gap));
  const names = Math.min(forNames, Math.max(8, ...fields.map((field) => width(label(field)))));
  const cells = Math.max(6, Math.min(widestValue, Math.floor((inner - names) / Math.max(1, count)) - gap));
  const headings = gpus.map((gpu) => {
    const [first = '', ...rest] = wrapWords(gpu, cells);
    return [first, rest.join(' ')] as const;
  });
  const above = ([0, 1] as const)
    .map((at) => headings.map((words) => words[at]))
    .filter((words, at) => at === 0 || words.some((word) => word !== ''));
  return { inner, label, names, cells, above };
}

/**
 * Offers side by side, a line for each column of the list and each other field that came; what is the same in all of
 * them only when asked for. What they are called by, the GPU, stays at the top.
 */
export function Compare({ of: { offers, columns, covered } }: { of: ComparedOffers }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const [all, setAll] = useState(false);
  const [scrolled, setTop] = useState(0);
  const others = fieldColumns(offers, (offer) => offer, covered);
  const [head, ...under] = comparedFields(offers, decidingFirst(columns), others, {
    best: bestOf,
    rank: fieldRank,
    words: fieldName,
  });
  const fields = under.filter(({ same }) => all || !same);
  const { inner, label, names, cells, above } = layout(head, fields, {
    columns: size.columns,
    count: offers.length,
    absent: glyphs.absent,
  });
  // What is told is one field at a time: the one that is scrolled to.
  const listed = spoken && head !== undefined ? [head, ...fields] : fields;
  const room = spoken ? 1 : Math.max(1, size.rows - frameRows - above.length);
  const last = Math.max(0, listed.length - room);
  const top = Math.min(scrolled, last);
  const scroll = (by: number) => () => setTop(Math.max(0, Math.min(last, top + by)));
  useLayer({
    kind: 'modal',
    bindings: {
      'compare.all': { run: () => setAll(!all) },
      'compare.down': { run: scroll(1) },
      'compare.up': { run: scroll(-1) },
      'compare.close': { run: deck.close },
    },
  });
  const what = all ? 'all fields' : 'what differs';
  const title = `${offers.length} offers side by side`;
  const shown = listed.slice(top, top + room);
  if (spoken) {
    const lines: Parts[] = shown.map((field) => spokenField(field, `${top + 1} of ${listed.length}`));
    return <Panel title={title} lines={[[`${what}:`], ...lines]} width={0} columns={0} rows={0} />;
  }
  const point = pointAt(under.flatMap(({ values }) => values));
  const line = (field: ComparedField): Parts => [
    [padEnd(label(field), names), 'dim'],
    ...field.values.flatMap((value, index): Parts => {
      const text = ' '.repeat(gap) + onPoint(value ?? glyphs.absent, point, cells);
      if (!field.best.includes(index)) return [text];
      const bare = text.trim();
      const before = text.length - text.trimStart().length;
      return [text.slice(0, before), [bare, 'match'], text.slice(before + bare.length)];
    }),
  ];
  const blank = ' '.repeat(gap);
  const heading = (words: readonly string[]): Parts => [
    ' '.repeat(names),
    ...words.map((word) => [blank + padEnd(word, cells), 'bold'] as const),
  ];
  const more = last === 0 ? '' : `, ${top + 1} to ${top + shown.length} of ${listed.length}`;
  return (
    <Panel
      title={title}
      lines={[...above.map(heading), ...shown.map(line), [[`${what}, the best underlined${more}`, 'dim']]]}
      width={inner + 4}
      columns={size.columns}
      rows={size.rows}
    />
  );
}
