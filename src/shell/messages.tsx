import { MessageLine, type ShownMessage } from '../components/message-line.tsx';
import { clockTime } from '../domain/format-time.ts';
import { useDeck } from '../hooks/deck.ts';
import { useStore } from '../hooks/store.ts';
import type { Parts } from '../parts.ts';
import type { StyleName } from '../theme.ts';
import { Pager } from './pager.tsx';

/** The message line: what was said last and is not yet read, else the hint of the screen. */
export function Messages({ message, columns }: { message: ShownMessage | undefined; columns: number }) {
  const { hint } = useDeck();
  return <MessageLine message={message} hint={useStore(hint)} columns={columns} />;
}

const tones: Record<'info' | 'warn' | 'error', StyleName> = { info: 'plain', warn: 'warn', error: 'bad' };

/** Everything that was said in this run, newest first, with its time. */
export function MessageHistory() {
  const { messages, services } = useDeck();
  const all = useStore(messages.all);
  const lines: Parts[] = [...all].reverse().map((m) => [
    [`${clockTime(m.at, services.timeZone)}  `, 'dim'],
    [m.text, tones[m.level]],
  ]);
  return (
    <Pager title="Messages" lines={lines.length === 0 ? [[['Nothing has been said yet', 'dim']]] : lines} />
  );
}
