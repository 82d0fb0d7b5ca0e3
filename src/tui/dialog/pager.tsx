import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../keys/use-layer.ts';
import { partsText } from '../text/parts.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import { Panel } from './panel.tsx';

type PagerProps = {
  title: string;
  lines: readonly Parts[];
  /** Lines above the others that do not scroll. */
  head?: readonly Parts[];
  /** How a filter over the lines is begun and, while there is one, cleared: Esc does that before it closes. */
  filter?: { run: () => void; clear?: () => void };
  width?: number;
  /** The text of somebody else. */
  verbatim?: boolean;
};

/** Lines that are told at a time; blank ones are not. */
const spokenPage = 12;

/** Lines to scroll through in a box over the screen. */
export function Pager({ title, lines: all, head = [], filter, width = 200, verbatim = false }: PagerProps) {
  const deck = useDeck();
  const size = useTerminalSize();
  const [scrolled, setTop] = useState(0);
  const { spoken } = useTheme();
  const lines = spoken ? all.filter((line) => partsText(line).trim() !== '') : all;
  const room = spoken ? spokenPage : Math.max(1, size.rows - 6 - head.length);
  // Told, each page begins where the one before it ended.
  const last = spoken
    ? Math.max(0, Math.ceil(lines.length / room) - 1) * room
    : Math.max(0, lines.length - room);
  const step = spoken ? room : Math.max(1, Math.floor(room / 2));
  // The lines can become fewer under a filter.
  const top = Math.min(scrolled, last);
  const scroll = (by: number) => () => setTop((now) => Math.max(0, Math.min(last, Math.min(last, now) + by)));
  const fromTheTop = (run: () => void) => () => {
    setTop(0);
    run();
  };
  useLayer({
    kind: 'modal',
    bindings: {
      ...(filter === undefined ? {} : { 'list.filter': { run: fromTheTop(filter.run) } }),
      // Before the one that closes: both have Esc, and the first of a layer is asked first.
      ...(filter?.clear === undefined ? {} : { 'filter.clear': { run: filter.clear } }),
      'pager.down': { run: scroll(step) },
      'pager.up': { run: scroll(-step) },
      'pager.close': { run: deck.close },
    },
  });
  const place = `${top + 1} to ${Math.min(lines.length, top + room)} of ${lines.length}`;
  const on = top < last ? `, ${deck.keyName('pager.down')} goes on` : '';
  const more: Parts[] = lines.length > room ? [[[spoken ? `lines ${place}${on}` : place, 'dim']]] : [];
  return (
    <Panel
      title={title}
      lines={[...head, ...lines.slice(top, top + room), ...more]}
      width={Math.min(width, size.columns - 4)}
      columns={size.columns}
      rows={size.rows}
      verbatim={verbatim}
      {...(spoken ? { page: top } : {})}
    />
  );
}
