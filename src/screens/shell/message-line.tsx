import { width } from '../../base/cells.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { Line, Lines } from '../../tui/text/line.tsx';
import { partsWidth, spread } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';

export type ShownMessage = {
  level: 'info' | 'warn' | 'error';
  text: string;
  more: number;
  coming?: true | undefined;
};

const tone: Record<ShownMessage['level'], StyleName> = { info: 'plain', warn: 'warn', error: 'bad' };
const indent = 5;

/** A message that matters may take three lines; what it says of money must not be cut off. */
export const mostMessageLines = 3;

/** The text of a message, broken into the lines that it takes on a screen of this width. `messagesKey` names the key that shows them all. */
export function messageLines(
  message: ShownMessage | undefined,
  columns: number,
  messagesKey: string,
): readonly string[] {
  if (message === undefined) return [''];
  const lines = wrapWords(message.text, columns - indent - 1);
  const kept = lines.slice(0, mostMessageLines);
  const rest = lines.slice(mostMessageLines).join(' ');
  // What waits behind it is named at its end: where that would cut the end off, it takes a line of its own.
  const isWide = indent + width(kept.at(-1) ?? '') + width(behind(message.more, messagesKey)) + 2 > columns;
  const said = rest === '' ? kept : [...kept.slice(0, -1), `${kept.at(-1)} ${rest}`];
  return message.more > 0 && isWide ? [...said, ''] : said;
}

const behind = (more: number, messagesKey: string): string => `+${more} · ${messagesKey} all messages `;

type MessageLineProps = {
  message: ShownMessage | undefined;
  hint: Parts;
  /** What goes on meanwhile, at the end of the message where it leaves room: it takes no line from the screen. */
  beside?: string | undefined;
  columns: number;
};

/** What the deck has to say: the newest message, or else a hint of the screen. */
export function MessageLine({ message, hint, beside, columns }: MessageLineProps) {
  const { glyphs } = useTheme();
  const messagesKey = useKeyName()('app.messages');
  if (message === undefined) return <Line parts={['   ', ...hint]} columns={columns} />;
  const glyph =
    message.coming === true ? glyphs.ellipsis : message.level === 'info' ? glyphs.done : glyphs.warn;
  const more: Parts = message.more > 0 ? [[behind(message.more, messagesKey), 'dim']] : [];
  const lines = messageLines(message, columns, messagesKey).map((text, index): Parts => {
    const start = index === 0 ? `   ${glyph} ` : ' '.repeat(indent);
    return [[start + text, tone[message.level]]];
  });
  const last = lines.at(-1) as Parts;
  const going: Parts =
    beside === undefined
      ? []
      : [[`${glyphs.ellipsis} ${beside} ${more.length > 0 ? `${glyphs.sep} ` : ''}`, 'busy']];
  const isRoomy = partsWidth(last) + partsWidth(going) + partsWidth(more) < columns;
  const end = isRoomy ? [...going, ...more] : more;
  return <Lines columns={columns} lines={[...lines.slice(0, -1), spread(last, end, columns)]} />;
}
