import { useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { useDeck } from '../hooks/deck.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import type { Parts } from '../parts.ts';

/** Lines to scroll through in a box over the screen. */
export function Pager({
  title,
  lines,
  width = 200,
}: {
  title: string;
  lines: readonly Parts[];
  width?: number;
}) {
  const deck = useDeck();
  const size = useTerminalSize();
  const [top, setTop] = useState(0);
  const room = Math.max(1, size.rows - 6);
  const last = Math.max(0, lines.length - room);
  const scroll = (by: number) => () => setTop((now) => Math.max(0, Math.min(last, now + by)));
  useLayer({
    kind: 'modal',
    bindings: {
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
      lines={[...lines.slice(top, top + room), ...more]}
      width={Math.min(width, size.columns - 4)}
      columns={size.columns}
      rows={size.rows}
    />
  );
}
