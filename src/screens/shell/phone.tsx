import { padCenter, padEnd, padStart, width } from '../../base/cells.ts';
import { clockTime } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { SentMessage } from '../../engine/services.ts';
import { Panel } from '../../tui/dialog/panel.tsx';
import { spread } from '../../tui/text/parts.ts';
import { type Theme, useTheme } from '../../tui/theme/theme.ts';

/** Cells between the sides of the phone. */
const cells = 42;
/** Cells at the left and right of its button. */
const beside = 14;
/** Lines of its top (speaker, title, rule) and of its bottom (rule, button). */
const bezel = 5;
const linesOfMessage = 5;
const mostMessages = 3;

/** Lines between top and bottom. Above and below the phone the screen stays in sight, with the line of keys. */
const room = (rows: number): number =>
  Math.max(linesOfMessage, Math.min(mostMessages * linesOfMessage, rows - 6 - bezel));

/** How many messages a phone on a screen of `rows` lines shows at a time. */
export const messagesThatFit = (rows: number): number => Math.floor(room(rows) / linesOfMessage);

export type PhoneLook = {
  /** Oldest first. */
  messages: readonly SentMessage[];
  /** How many of the newest messages are scrolled out of view. */
  later: number;
  timeZone: string;
  columns: number;
  rows: number;
};

/** What stands between the sides of the phone: the newest message lowest, as on a real one. */
function phoneLines({ messages, later, timeZone, rows }: PhoneLook, { glyphs }: Theme): Parts[] {
  const until = messages.length - later;
  const from = Math.max(0, until - messagesThatFit(rows));
  const body =
    messages.length === 0
      ? nothingYet
      : messages.slice(from, until).flatMap((one) => bubble(one, timeZone, glyphs));
  const blank = Array.from({ length: Math.max(0, room(rows) - body.length) }, (): Parts => []);
  const rule: Parts = [[glyphs.rule.repeat(cells), 'dim']];
  const earlier = from > 0 ? `${glyphs.moreUp} ${from} earlier` : '';
  const newer = later > 0 ? `${later} later ${glyphs.moreDown}` : '';
  return [
    [[padCenter(glyphs.line.repeat(6), cells), 'dim']],
    [[padCenter('Messages', cells), 'bold']],
    rule,
    ...body,
    ...blank,
    rule,
    [
      [padEnd(earlier, beside), 'dim'],
      padCenter('( )', cells - 2 * beside),
      [padStart(newer, beside), 'dim'],
    ],
  ];
}

const nothingYet: readonly Parts[] = [
  [],
  [['No message yet.', 'bold']],
  [],
  ['Codes that the service sends by SMS or'],
  ['e-mail arrive here.'],
];

/** A message in its bubble, below where it went and when. */
function bubble({ channel, to, code, at }: SentMessage, timeZone: string, glyphs: Theme['glyphs']): Parts[] {
  const before = 'The service: your code is ';
  const edge = glyphs.rule.repeat(width(before) + width(code) + 2);
  return [
    spread(
      [[`${channel === 'sms' ? 'SMS' : 'E-mail'} to ${to}`, 'dim']],
      [[clockTime(at, timeZone), 'dim']],
      cells,
    ),
    [`${glyphs.topLeft}${edge}${glyphs.topRight}`],
    [`${glyphs.side} ${before}`, [code, 'bold'], ` ${glyphs.side}`],
    [`${glyphs.bottomLeft}${edge}${glyphs.bottomRight}`],
    [],
  ];
}

/** A phone over the screen, with the messages that the account would have received. */
export function Phone(look: PhoneLook) {
  const { columns, rows } = look;
  return (
    <Panel title="" lines={phoneLines(look, useTheme())} width={cells + 4} columns={columns} rows={rows} />
  );
}
