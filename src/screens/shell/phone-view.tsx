import { useState } from 'react';
import type { SentMessage } from '../../engine/services.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { messagesThatFit, Phone } from './phone.tsx';

/** The codes that the embedded sandbox has sent, on a phone that scrolls by message. */
export function PhoneView({ messages }: { messages: readonly SentMessage[] }) {
  const deck = useDeck();
  const { columns, rows } = useTerminalSize();
  const [later, setLater] = useState(0);
  const most = Math.max(0, messages.length - messagesThatFit(rows));
  const scroll = (by: number) => () => setLater((now) => Math.max(0, Math.min(most, now + by)));
  useLayer({
    kind: 'modal',
    bindings: {
      'pager.down': { run: scroll(-1) },
      'pager.up': { run: scroll(1) },
      'pager.close': { run: deck.close },
    },
  });
  const { timeZone } = deck.services;
  return (
    <Phone
      messages={messages}
      later={Math.min(later, most)}
      timeZone={timeZone}
      columns={columns}
      rows={rows}
    />
  );
}
