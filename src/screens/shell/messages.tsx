import { timeOrDate } from '../../base/format-time.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { textOf } from '../../engine/messages.ts';
import type { OnItsWay } from '../../hooks/on-its-way.ts';
import { writeWaitHead } from '../../hooks/on-its-way-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useShownNow } from '../../hooks/use-now.ts';
import { Pager } from '../../tui/dialog/pager.tsx';
import { useStore } from '../../tui/use-store.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { MessageLine, type ShownMessage } from './message-line.tsx';

type MessagesProps = { message: ShownMessage | undefined; write?: OnItsWay | undefined; columns: number };

/** The message line: what was said last and is not yet read, with what is on its way meanwhile; else the hint of the screen. */
export function Messages({ message, write, columns }: MessagesProps) {
  const { hint } = useDeck();
  // What the message says has only begun is the write that is out: once is enough.
  const isSame = message?.coming === true && write?.more === 0;
  const beside = write === undefined || isSame ? undefined : writeWaitHead(write);
  return <MessageLine message={message} hint={useStore(hint)} beside={beside} columns={columns} />;
}

/** What the box around the list and the margins of the screen take. */
const panelCells = 8;

const tones: Record<'info' | 'warn' | 'error', StyleName> = { info: 'plain', warn: 'warn', error: 'bad' };

/** Everything that was said in this run, newest first, with its time. */
export function MessageHistory() {
  const { messages, services } = useDeck();
  const all = useStore(messages.all);
  const { columns } = useTerminalSize();
  useShownNow(() => all.map((m) => m.now?.() ?? '').join('\n'));
  // Every message is told to its end here: the line below the screen may have had no room for it.
  const lines = [...all].reverse().flatMap((m): Parts[] => {
    const time = `${timeOrDate(m.at, services.clock.now(), services.timeZone)}  `;
    return wrapWords(textOf(m), Math.max(20, columns - panelCells - time.length)).map((text, index) => [
      [index === 0 ? time : ' '.repeat(time.length), 'dim'],
      [text, tones[m.level]],
    ]);
  });
  return (
    <Pager title="Messages" lines={lines.length === 0 ? [[['Nothing has been said yet', 'dim']]] : lines} />
  );
}
