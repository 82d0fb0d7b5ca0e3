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
import { useTheme } from '../theme.ts';

const gap = 2;

/** Offers side by side, a line for each field that came; what is the same in all of them only when asked for. */
export function Compare({ offers }: { offers: readonly Offer[] }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs } = useTheme();
  const [all, setAll] = useState(false);
  const [scrolled, setTop] = useState(0);
  const fields = fieldColumns(offers, (offer) => offer, []).flatMap((column) => {
    const values = offers.map((offer) => column.cell(offer, 0) ?? glyphs.absent);
    const same = values.every((value) => value === values[0]);
    return same && !all ? [] : [{ name: column.name ?? column.id, values, best: bestIn(column.id, offers) }];
  });
  const room = Math.max(1, size.rows - 7);
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
  const inner = Math.min(size.columns - 8, 110);
  const nameCells = Math.min(22, Math.max(8, ...fields.map(({ name }) => width(name))));
  const cells = Math.max(6, Math.min(18, Math.floor((inner - nameCells) / offers.length) - gap));
  const line = ({ name, values, best }: (typeof fields)[number]): Parts => [
    [padEnd(name, nameCells), 'dim'],
    ...values.flatMap((value, index): Parts => {
      const text = padStart(value, cells);
      const bare = text.trimStart();
      const blank = ' '.repeat(gap + width(text) - width(bare));
      return best.includes(index) ? [blank, [bare, 'match']] : [blank + bare];
    }),
  ];
  const more = last === 0 ? '' : `, ${top + 1} to ${top + room} of ${fields.length}`;
  const what = all ? 'all fields' : 'what differs';
  return (
    <Panel
      title={`${offers.length} offers side by side`}
      lines={[...fields.slice(top, top + room).map(line), [[`${what}, the best underlined${more}`, 'dim']]]}
      width={inner + 4}
      columns={size.columns}
      rows={size.rows}
    />
  );
}
