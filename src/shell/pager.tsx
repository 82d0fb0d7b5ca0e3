import { useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { useDeck } from '../hooks/deck.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import type { Parts } from '../parts.ts';
import { useTheme } from '../theme.ts';

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

/** Lines that are told at a time. */
const spokenPage = 24;

/** Lines to scroll through in a box over the screen. */
export function Pager({ title, lines, head = [], filter, width = 200, verbatim = false }: PagerProps) {
  const deck = useDeck();
  const size = useTerminalSize();
  const [scrolled, setTop] = useState(0);
  const { spoken } = useTheme();
  const room = spoken ? spokenPage : Math.max(1, size.rows - 6 - head.length);
  const last = Math.max(0, lines.length - room);
  // The lines can become fewer under a filter.
  const top = Math.min(scrolled, last);
  const scroll = (by: number) => () => setTop((now) => Math.max(0, Math.min(last, Math.min(last, now) + by)));
  useLayer({
    kind: 'modal',
    bindings: {
      ...(filter === undefined ? {} : { 'list.filter': { run: filter.run } }),
      // Before the one that closes: both have Esc, and the first of a layer is asked first.
      ...(filter?.clear === undefined ? {} : { 'filter.clear': { run: filter.clear } }),
      'pager.down': { run: scroll(Math.max(1, Math.floor(room / 2))) },
      'pager.up': { run: scroll(-Math.max(1, Math.floor(room / 2))) },
      'pager.close': { run: deck.close },
    },
  });
  const more: Parts[] =
    lines.length > room
      ? [[[`${top + 1} to ${Math.min(lines.length, top + room)} of ${lines.length}`, 'dim']]]
      : [];
  return (
    <Panel
      title={title}
      lines={[...head, ...lines.slice(top, top + room), ...more]}
      width={Math.min(width, size.columns - 4)}
      columns={size.columns}
      rows={size.rows}
      verbatim={verbatim}
    />
  );
}
