import { useState } from 'react';
import { padEnd, padStart, width } from '../cells.ts';
import type { Offer } from '../client/wire.ts';
import { Panel } from '../components/panel.tsx';
import { bestIn } from '../domain/compare-offers.ts';
import { useDeck } from '../hooks/deck.ts';
import { fieldColumns } from '../hooks/field-columns.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import type { Parts } from '../parts.ts';
import { marks } from '../spoken-marks.ts';
import { useTheme } from '../theme.ts';

const gap = 2;

type Field = { name: string; values: readonly string[]; best: readonly number[] };

/** A field as it is told: the value of each offer by its place, then whose is the best, which is an underline when drawn. */
function spokenField({ name, values, best }: Field, place: string): Parts {
  const each = values.map((value, index) => `offer ${index + 1}, ${value}`);
  const which = best.length === 0 ? '' : `; best, ${best.map((index) => `offer ${index + 1}`).join(' and ')}`;
  return [marks.focus, `${place}: ${name.replaceAll('_', ' ')}: ${each.join('; ')}${which}`];
}

/** Offers side by side, a line for each field that came; what is the same in all of them only when asked for. */
export function Compare({ offers }: { offers: readonly Offer[] }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const [all, setAll] = useState(false);
  const [scrolled, setTop] = useState(0);
  const fields = fieldColumns(offers, (offer) => offer, []).flatMap((column): Field[] => {
    const values = offers.map((offer) => column.cell(offer, 0) ?? glyphs.absent);
    const same = values.every((value) => value === values[0]);
    return same && !all ? [] : [{ name: column.name ?? column.id, values, best: bestIn(column.id, offers) }];
  });
  // What is told is one field at a time: the one that is scrolled to.
  const room = spoken ? 1 : Math.max(1, size.rows - 7);
  const last = Math.max(0, fields.length - room);
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
  if (spoken) {
    const field = fields[top];
    const lines: Parts[] = [
      [`${what}:`],
      ...(field === undefined ? [] : [spokenField(field, `${top + 1} of ${fields.length}`)]),
    ];
    return <Panel title={title} lines={lines} width={0} columns={0} rows={0} />;
  }
  const inner = Math.min(size.columns - 8, 110);
  const nameCells = Math.min(22, Math.max(8, ...fields.map(({ name }) => width(name))));
  const cells = Math.max(6, Math.min(18, Math.floor((inner - nameCells) / offers.length) - gap));
  const line = ({ name, values, best }: Field): Parts => [
    [padEnd(name, nameCells), 'dim'],
    ...values.flatMap((value, index): Parts => {
      const text = padStart(value, cells);
      const bare = text.trimStart();
      const blank = ' '.repeat(gap + width(text) - width(bare));
      return best.includes(index) ? [blank, [bare, 'match']] : [blank + bare];
    }),
  ];
  const more = last === 0 ? '' : `, ${top + 1} to ${top + room} of ${fields.length}`;
  return (
    <Panel
      title={title}
      lines={[...fields.slice(top, top + room).map(line), [[`${what}, the best underlined${more}`, 'dim']]]}
      width={inner + 4}
      columns={size.columns}
      rows={size.rows}
    />
  );
}
