import { type Parts, spread } from '../parts.ts';
import { type StyleName, useTheme } from '../theme.ts';
import { Line } from './line.tsx';

export type ShownMessage = { level: 'info' | 'warn' | 'error'; text: string; more: number };

const tone: Record<ShownMessage['level'], StyleName> = { info: 'plain', warn: 'warn', error: 'bad' };

/** One line for what the deck has to say: the newest message, or else a hint of the screen. */
export function MessageLine({
  message,
  hint,
  columns,
}: {
  message: ShownMessage | undefined;
  hint: Parts;
  columns: number;
}) {
  const { glyphs } = useTheme();
  if (message === undefined) return <Line parts={['   ', ...hint]} columns={columns} />;
  const glyph = message.level === 'info' ? glyphs.done : glyphs.warn;
  const more: Parts = message.more > 0 ? [[`+${message.more} · m all messages `, 'dim']] : [];
  return (
    <Line
      parts={spread([[`   ${glyph} ${message.text}`, tone[message.level]]], more, columns)}
      columns={columns}
    />
  );
}
