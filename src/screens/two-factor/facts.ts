import { width } from '../../base/cells.ts';
import { countdown, timeOrDate } from '../../base/format-time.ts';
import type { Part, Parts, StyleName } from '../../base/parts.ts';
import { hungWords, measured } from '../../base/wrap-words.ts';
import type { SecretHome, Session } from '../../engine/services.ts';
import { windowLeft } from '../../engine/two-factor/tfa-clocks.ts';
import type { TfaAt, TfaWindow } from '../../engine/two-factor/tfa-flow.ts';
import { proofNames } from '../../engine/two-factor/tfa-methods.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import type { Theme } from '../../tui/theme/theme.ts';
import { codesPerSet, roughly } from './protection.ts';

const indent = '    ';
const nameCells = 14;
const named = (name: string, ...parts: Parts): Parts => [indent, name.padEnd(nameCells), ...parts];

/** With this many backup codes left or fewer, it is time for new ones. */
const fewCodes = 3;

/** Backup codes as blocks, and how many of them are left in words; `codesKey` makes new ones. */
export function codesLine(
  left: number | undefined,
  columns: number,
  { glyphs, ascii }: Theme,
  codesKey: string,
): Parts {
  const sep = ` ${glyphs.sep} `;
  if (left === undefined) {
    return named(glyphs.absent, [
      `how many are left is not known${sep}${codesKey} makes ten new ones`,
      'dim',
    ]);
  }
  const [full, empty] = ascii ? ['#', '.'] : ['■', '□'];
  const most = Math.max(codesPerSet, left);
  // No row of blocks is as long as a number from outside says.
  const drawn = Math.min(left, codesPerSet);
  const tone: StyleName = left <= fewCodes ? 'warn' : 'ok';
  const blocks: Parts = [
    [full.repeat(drawn), tone],
    [empty.repeat(codesPerSet - drawn), 'dim'],
    ' '.repeat(nameCells - codesPerSet),
  ];
  const few = left <= fewCodes;
  const count = left === 0 ? 'none left' : few ? `only ${left} of ${most} left` : `${left} of ${most} unused`;
  const said = (rest: string): Parts => [indent, ...blocks, [count, few ? 'warn' : 'plain'], sep, rest];
  const long = said(
    left === 0 ? `${codesKey} makes ten new ones` : `${codesKey} makes ten new ones and ends these`,
  );
  return partsWidth(long) <= columns ? long : said(`${codesKey} makes new ones`);
}

/** That the codes came and nobody has shown a copy of them: after a crash, or a second Ctrl+C. */
export function unkeptLines(
  since: number | undefined,
  at: TfaAt,
  columns: number,
  { warn, codesKey }: { warn: string; codesKey: string },
): Parts[] {
  if (since === undefined) return [];
  const text = `${warn} They came ${roughly(at.now - since)} ago and were not shown to be kept: without a copy they are lost, and ${codesKey} makes ten new ones.`;
  return paragraph(text, columns, 'warn');
}

/** Where the session key is kept, and for how long where that is not for ever. */
const homes: Record<SecretHome, readonly [kept: string, until?: string]> = {
  keychain: ['kept in the system keyring'],
  file: ['kept in a file only you read'],
  memory: ['kept in memory', ' until you quit'],
};

/** Which key the calls carry: that of a two-factor session and what verified it, or the API key. */
export function sessionLines(session: Session | undefined, now: number, columns: number): Parts[] {
  if (session === undefined) return [named('Session', ['not signed in', 'dim'])];
  const { verified, keyless } = session;
  if (verified === undefined) {
    const from: Part = [` from ${session.source}`, 'dim'];
    return [named('Session', `none, API key ...${session.keyTail}`, from)];
  }
  const { at, by, home, note } = verified;
  const when = at === undefined ? 'in an earlier run' : `${roughly(now - at)} ago`;
  const how = by === undefined ? '' : ` with ${proofNames[by]}`;
  const opened = keyless ? `a web login ${when}${how === '' ? '' : `,${how}`}` : `verified${how} ${when}`;
  const [kept, until = ''] = homes[home];
  const said = [`${opened}, ${kept}${until}`, `${opened}, ${kept}`, opened].map((text) =>
    named('Session', text),
  );
  const line = said.find((parts) => partsWidth(parts) <= columns) ?? named('Session', opened);
  return note === undefined ? [line] : [line, ...paragraph(note, columns, 'warn', ' '.repeat(nameCells))];
}

/** Less than this left of the window, in ms, is worth a warning. */
const lateMs = 5 * 60_000;

/** Until when a method can be added without another proof. */
export function windowLine(window: TfaWindow, at: TfaAt, timeZone: string, columns: number): Parts {
  const left = windowLeft(window, at);
  if (left === 0) return named('Window', ['shut: adding a method begins with a proof', 'dim']);
  const tone: StyleName = left < lateMs ? 'warn' : 'plain';
  if (window.kind === 'found') {
    return named('Window', [`open, time unknown, at most ${countdown(left)}`, tone]);
  }
  const closes: Part = [`closes ${timeOrDate(at.now + left, at.now, timeZone)}`, tone];
  const long = named('Window', closes, ', then adding a method asks for proof again');
  return partsWidth(long) <= columns ? long : named('Window', closes, ', then proof is needed');
}

/** Sentences below each other, as far as the screen is wide; those that go on behind a sign stand `below` its words. */
export function paragraph(text: string, columns: number, style: StyleName = 'plain', below = ''): Parts[] {
  const margin = indent + ' '.repeat(width(below));
  return hungWords(text, Math.max(20, measured(columns - margin.length - 2))).map((line) => [
    [margin + line, style],
  ]);
}
