import { Box } from 'ink';
import type { ReactNode } from 'react';
import { type Message, textOf } from '../../engine/messages.ts';
import { useOutsideTexts } from '../../hooks/outside-texts.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useShownNow } from '../../hooks/use-now.ts';
import { spokenText } from '../../tui/reader/spoken-text.ts';
import { Line, OutsideNamesProvider, Quiet } from '../../tui/text/line.tsx';
import { MarkedText } from '../../tui/text/marked-text.tsx';
import { useStore } from '../../tui/use-store.ts';
import { type Body, BodyProvider, useTerminalSize } from '../../tui/use-viewport.ts';
import { MoneyLine } from '../money/money-line.tsx';
import { HeldLine, useHeldAct } from './held-line.tsx';
import { ModalView } from './modal-view.tsx';
import { OnItsWaySpoken } from './on-its-way.tsx';

/** Of older messages everything has been said. */
const lastMessages = 20;
const words: Record<Message['level'], string> = { info: '', warn: 'warning: ', error: 'error: ' };

type SpokenFrameProps = {
  /** Which place it is: another one is read from its beginning. */
  place: string;
  title: string;
  /** Something waits for the person elsewhere. */
  needsYou: string | undefined;
  keys: ReactNode;
  children: ReactNode;
};

/**
 * The same screens, dialogs and keys as in the drawn frame, as lines in the order in which they are told. What of them
 * is new since the last frame is for the announcer to say (tui/reader/announcer.ts).
 */
export function SpokenFrame({ place, title, needsYou, keys, children }: SpokenFrameProps) {
  const { messages, hint, moneyAsked } = useDeck();
  const size = useTerminalSize();
  const { columns } = size;
  const body: Body = { ...size, calmRows: size.rows };
  const dismissed = useStore(messages.dismissed);
  // What counts the time is told of for as long as it stands.
  const said = useStore(messages.all)
    .filter(({ id, quiet, now }) => now === undefined || (quiet !== true && id > dismissed))
    .slice(-lastMessages);
  useShownNow(() => said.map(({ now }) => now?.() ?? '').join('\n'));
  const hinted = useStore(hint);
  const order = useStore(moneyAsked);
  const held = useHeldAct();
  const names = useOutsideTexts();
  return (
    <OutsideNamesProvider value={names}>
      <BodyProvider value={body}>
        <MarkedText of="title" text={[place, title]} />
        <MarkedText of="order" text={[String(order)]} />
        {said.map((message) => (
          <MarkedText
            key={message.id}
            of="message"
            text={[String(message.id), words[message.level] + spokenText(textOf(message), names())]}
          />
        ))}
        <Quiet value="m">
          <MoneyLine columns={columns} />
        </Quiet>
        <Quiet value="s">
          {needsYou === undefined ? null : <Line parts={[needsYou]} columns={columns} />}
        </Quiet>
        <Box flexDirection="column">{children}</Box>
        {held === undefined ? null : <HeldLine {...held} columns={columns} />}
        <OnItsWaySpoken columns={columns} />
        <Line parts={hinted} columns={columns} />
        <Quiet value="a">{keys}</Quiet>
        <ModalView />
      </BodyProvider>
    </OutsideNamesProvider>
  );
}
