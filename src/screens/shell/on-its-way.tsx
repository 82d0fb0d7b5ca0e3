import { longMs } from '../../engine/read-health.ts';
import { type OnItsWay, useOnItsWay, useOnItsWayWords } from '../../hooks/on-its-way.ts';
import { onceWords, writeWaitHead } from '../../hooks/on-its-way-words.ts';
import { AskingLine } from '../../tui/text/asking-line.tsx';
import { Line } from '../../tui/text/line.tsx';

type OnItsWayLineProps = { write: OnItsWay; columns: number; margin?: number };

/** Before the sign on the message line, and what stands around the words beside that. */
const messageMargin = 3;
const edgeCells = 3;

/** The message line while nothing that was said stands there: the write that has waited longest. */
export function OnItsWayLine({ write, columns, margin = messageMargin }: OnItsWayLineProps) {
  const text = useOnItsWayWords(write, columns - margin - edgeCells);
  return <AskingLine indent={' '.repeat(margin)} said={text} columns={columns} style="busy" />;
}

/** The same to a screen reader: once, when it has waited for a while. What came of it is said as a message. */
export function OnItsWaySpoken({ columns }: { columns: number }) {
  const write = useOnItsWay(longMs);
  if (write === undefined) return null;
  return <Line parts={[`${writeWaitHead(write)}: no answer yet. ${onceWords(write)}`]} columns={columns} />;
}
