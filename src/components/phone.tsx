import { padCenter, width } from '../cells.ts';
import { clockTime } from '../domain/format-time.ts';
import { type Parts, spread } from '../parts.ts';
import type { SentMessage } from '../services.ts';
import { type Theme, useTheme } from '../theme.ts';
import { Panel } from './panel.tsx';

/** Cells between the sides of the phone, and lines between its top and its bottom where there is room. */
const cells = 42;
const highest = 22;
/** Speaker, title, rule; rule, button. */
const bezel = 5;
const linesOfMessage = 5;

/** How many messages a phone on a screen of `rows` lines shows at a time; at least one. */
export const messagesThatFit = (rows: number): number =>
  Math.max(1, Math.floor((Math.min(highest, rows - 2) - bezel) / linesOfMessage));

export type PhoneLook = {
  messages: readonly SentMessage[];
  /** How many of the newest messages are scrolled out of view. */
  later: number;
  timeZone: string;
  columns: number;
  rows: number;
};

/** What stands between the sides of the phone: the newest message lowest, as on a real one. */
export function phoneLines({ messages, later, timeZone, rows }: PhoneLook, { glyphs }: Theme): Parts[] {
  const until = messages.length - later;
  const from = Math.max(0, until - messagesThatFit(rows));
  const shown = messages.slice(from, until).flatMap((one) => bubble(one, timeZone, glyphs));
  const empty: Parts[] = [
    [],
    [['No message yet.', 'bold']],
    [],
    ['Codes that the service sends by SMS or'],
    ['e-mail arrive here.'],
  ];
  const body = messages.length === 0 ? empty : shown;
  const room = Math.min(highest, rows - 2) - bezel;
  const blank = Array.from({ length: Math.max(0, room - body.length) }, (): Parts => []);
  const rule: Parts = [[glyphs.rule.repeat(cells), 'dim']];
  const earlier = from > 0 ? `${glyphs.moreUp} ${from} earlier` : '';
  const newer = later > 0 ? `${later} later ${glyphs.moreDown}` : '';
  const side = 12;
  return [
    [[padCenter(glyphs.line.repeat(6), cells), 'dim']],
    [[padCenter('Messages', cells), 'bold']],
    rule,
    ...body.slice(0, Math.max(1, room)),
    ...blank,
    rule,
    spread(
      [[earlier, 'dim'], padCenter('( )', cells - 2 * side + 2 * (side - width(earlier)))],
      [[newer, 'dim']],
      cells,
    ),
  ];
}

/** A message in its bubble, below who it is for and when it came. */
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
