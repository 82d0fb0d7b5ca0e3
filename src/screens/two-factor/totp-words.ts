import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { inFours, readBase32 } from '../../engine/two-factor/base32.ts';
import { readProvisioning } from '../../engine/two-factor/otpauth.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { spelled } from '../../tui/reader/spoken-text.ts';
import { indent, prose, type Row, row } from '../../tui/text/row-lines.tsx';
import type { Theme } from '../../tui/theme/theme.ts';
import { clockParts } from './clock-parts.ts';
import type { QrPlans } from './use-qr.ts';

/** The window turns amber below this. */
const lateWindowMs = 5 * 60_000;

/** A line at the left edge of the column beside the code. */
const flush = (parts: Parts, drop = 0): Row => ({ parts, drop });
const flushProse = (text: string, columns: number, style: 'plain' | 'dim' = 'plain', drop = 0): Row[] =>
  wrapWords(text, columns).map((line) => flush([[line, style]], drop));

/** Where in the three steps of enrolling, and how long the window is open. */
export function stepRow({ clocks }: Pick<TfaFlow, 'clocks'>): Row {
  const { open, leftMs, most } = clocks.window;
  const window: Parts = open
    ? ['window ', ...clockParts(leftMs, { warnMs: lateWindowMs, most })]
    : [['window shut', 'warn']];
  return flush([['Step 2 of 3   ', 'bold'], ...window], 1);
}

/** The secret in groups of four, and what an authenticator must know beside it. */
export function secretRows(
  { secret, uri }: { secret: string; uri: string },
  columns: number,
  { glyphs, spoken }: Theme,
): Row[] {
  const clean = readBase32(secret);
  const groups = inFours(clean.ok ? clean.secret : secret);
  const perLine = Math.max(1, Math.min(8, Math.floor((columns - 2) / 5)));
  const even = Math.ceil(groups.length / Math.ceil(groups.length / perLine));
  const lines = spoken
    ? [
        flush([
          ['Secret, letter by letter: ', 'plain'],
          [groups.map(spelled).join(', '), 'bold'],
        ]),
      ]
    : Array.from({ length: Math.ceil(groups.length / even) }, (_, at) =>
        flush(['  ', [groups.slice(at * even, at * even + even).join(' '), 'bold']]),
      );
  const reading = readProvisioning(uri);
  if (!reading.ok) return lines;
  const { digits, period, algorithm, issuer, account } = reading;
  const sep = ` ${glyphs.sep} `;
  const whose = [issuer, account].filter((part) => part !== undefined && part !== '').join(sep);
  return [
    ...lines,
    flush(['  ', [`${digits} digits${sep}every ${period} s${sep}${algorithm}`, 'dim']], 5),
    ...flushProse(whose, columns - 2, 'dim', 6).map(({ parts, drop }) => flush(['  ', ...parts], drop)),
  ];
}

/** Text for a terminal on which the code does not fit. */
export function tooSmall(
  { beside, full }: QrPlans,
  size: { columns: number; rows: number },
  fullKey: string,
): string {
  const wanted = `${beside.needs.columns}x${beside.needs.rows}`;
  return full.drawing === undefined
    ? `The QR code needs ${wanted} cells, this terminal has ${size.columns}x${size.rows}.`
    : `No QR code fits beside it (${wanted}): ${fullKey} shows it alone.`;
}

/** For a person who cannot scan: three ways, each with what it takes. */
export function scanWords(uri: string, columns: number, keyName: KeyName): Row[] {
  const room = columns - indent.length - 2;
  // Cut anywhere: it has no blanks to break it at.
  const link = uri.match(new RegExp(`.{1,${room}}`, 'g')) ?? [];
  return [
    ...prose('Three ways without scanning:', columns, 'bold'),
    ...prose('1  Type the secret by hand: choose "enter a setup key", time based.', columns),
    ...prose(`2  Copy it into a password manager that makes codes: ${keyName('tfa.copy')}, twice.`, columns),
    ...prose('3  Open this otpauth:// link on the device that is to make the codes:', columns),
    ...link.map((part) => row([['  ', 'plain'], part])),
    ...prose(
      `Whoever has the secret can make the codes. ${keyName('tfa.words')} goes back.`,
      columns,
      'dim',
      2,
    ),
  ];
}
