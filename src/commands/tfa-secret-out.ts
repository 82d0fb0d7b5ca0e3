import { inFours } from '../domain/base32.ts';
import { readProvisioning } from '../domain/otpauth.ts';
import { planQr, type QrRun } from '../qr-blocks.ts';
import { qrModules } from '../qr-modules.ts';
import type { CommandContext } from './context.ts';

/** More rows than any code takes: a terminal scrolls. */
const anyRows = 1000;

/**
 * Shows what an authenticator is set up with: a QR code on a terminal, the secret in fours, the address. Standard
 * output is left to the one JSON value where that was asked for.
 */
export function showSecret(
  { io, json, flags, composition }: CommandContext,
  secret: string,
  uri: string,
): void {
  composition.redactor.add(secret);
  const line = json ? io.say : (text: string) => io.out(`${text}\n`);
  if (io.outIsTerminal && !json) {
    const bare = flags.color === 'never' || (composition.env.NO_COLOR ?? '') !== '';
    const look = { ascii: flags.ascii === true, level: bare ? 0 : 1, background: 'dark' } as const;
    const { drawing, needs } = planQr(qrModules(uri), { columns: io.columns, rows: anyRows }, look);
    if (drawing === undefined) line(`A QR code needs ${needs.columns} columns; here are ${io.columns}.`);
    for (const runs of drawing?.lines ?? []) line(runs.map(paint).join(''));
  }
  const read = readProvisioning(uri);
  const how = read.ok ? ` (${read.algorithm}, ${read.digits} digits, every ${read.period} s)` : '';
  line(`secret   ${inFours(secret).join(' ')}${how}`);
  line(`address  ${uri}`);
}

/** Both colours are set, black on white: no theme may turn a code round. */
function paint({ text, color, backgroundColor }: QrRun): string {
  if (color === undefined || backgroundColor === undefined) return text;
  const ink = color === 'black' ? 30 : 97;
  const paper = backgroundColor === 'black' ? 40 : 107;
  return `\x1b[${ink};${paper}m${text}\x1b[0m`;
}
